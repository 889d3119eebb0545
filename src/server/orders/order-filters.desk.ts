import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { PLACED } from '#domain/orders/order-filter.ts'
import { ORDER_LISTS } from '#domain/orders/order-lists.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { typedLine } from '#server/platform/http/form-fields.ts'
import { MAX_FILTERS, type OrderFilterService } from './order-filters.service.ts'

const nameSchema = typedLine.pipe(z.string().min(1).max(40))
/** A list and when its orders were placed; anything else in the address is dropped. */
const viewSchema = z.object({ list: z.enum(ORDER_LISTS), placed: z.enum(PLACED).optional().catch(undefined) })

export function orderFilterRoutes({ orderFilters }: { orderFilters: OrderFilterService }): DeskRoute[] {
  return [
    {
      method: 'POST',
      path: '/orders/filters/save',
      role: 'staff',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const name = nameSchema.safeParse(fields.name).data
        const view = viewSchema.safeParse(Object.fromEntries(new URLSearchParams(fields.query))).data
        if (!view) return visit.go(deskPaths.orders(), { kind: 'problem', text: 'Open the list again, then save it.' })
        const back = deskPaths.orders(view)
        if (!name) return visit.go(back, { kind: 'problem', text: 'Give the filter a name of up to 40 characters.' })
        const query = new URLSearchParams({ list: view.list, ...(view.placed && { placed: view.placed }) }).toString()
        const isSaved = await orderFilters.save({ name, query }, visit.actor)
        return visit.go(
          back,
          isSaved
            ? { kind: 'done', text: `Saved as “${name}”.` }
            : { kind: 'problem', text: `There are ${MAX_FILTERS} filters already. Remove one first.` },
        )
      },
    },
    {
      method: 'POST',
      path: '/orders/filters/remove',
      role: 'staff',
      async handle(visit) {
        const id = z.uuid().safeParse((await visit.form()).get('id')).data
        const isRemoved = id !== undefined && (await orderFilters.remove(id, visit.actor))
        return visit.go(
          deskPaths.orders(),
          isRemoved
            ? { kind: 'done', text: 'Filter removed.' }
            : { kind: 'problem', text: 'This filter was already removed.' },
        )
      },
    },
  ]
}
