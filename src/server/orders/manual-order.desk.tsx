import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkoutForm, type OrderedItem } from '#contract/checkout.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { ManualOrder, type Offer } from '#desk/views/orders/manual-order.tsx'
import { offeredSizes } from '#domain/catalogue/sizes.ts'
import { isPaidOutside } from '#domain/money/paid-outside.ts'
import type { CatalogService } from '#server/catalogue/catalogue.service.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { errorsOf } from '#server/platform/http/form-fields.ts'
import type { ManualOrderService } from './manual-order.service.ts'

const LINES = 5
const quantitySchema = z.coerce.number().int().min(1).max(99)
const noteSchema = z.string().trim().min(1).max(500)
const keySchema = z.uuid()

type ManualOrderDeps = { manualOrders: ManualOrderService; catalog: CatalogService }

export function manualOrderRoutes({ manualOrders, catalog }: ManualOrderDeps): DeskRoute[] {
  /** Everything that is sold now, size by size. */
  async function listOffers(): Promise<Offer[]> {
    const products = await catalog.listAll()
    return products.flatMap(({ id, name, pricing }) =>
      pricing.kind === 'single'
        ? [{ value: `${id}|`, label: name, priceCents: pricing.priceCents }]
        : offeredSizes(pricing).map((size) => ({
            value: `${id}|${size}`,
            label: `${name} ${size}`,
            priceCents: pricing.prices[size] ?? 0,
          })),
    )
  }

  async function draw(
    visit: OperatorVisit,
    fields = new URLSearchParams(),
    errors: Record<string, string> = {},
  ): Promise<Response> {
    const hasErrors = Object.keys(errors).length > 0
    const body = (
      <ManualOrder
        offers={await listOffers()}
        typed={(name) => fields.get(name) ?? ''}
        errors={errors}
        formKey={keySchema.safeParse(fields.get('formKey')).data ?? randomUUID()}
        lineCount={LINES}
      />
    )
    return visit.page({ title: 'Order without card', section: 'orders', body, status: hasErrors ? 422 : 200 })
  }

  return [
    { method: 'GET', path: '/orders/new', role: 'owner', handle: (visit) => draw(visit) },
    {
      method: 'POST',
      path: '/orders/new',
      role: 'owner',
      async handle(visit) {
        const fields = await visit.form()
        const buyer = checkoutForm.safeParse(Object.fromEntries(fields))
        const items = readItems(fields)
        const note = noteSchema.safeParse(fields.get('note')).data
        const paidOutside = fields.get('paidOutside')
        const formKey = keySchema.safeParse(fields.get('formKey')).data
        const errors = {
          ...(buyer.error && errorsOf(buyer.error)),
          ...(!items && { items: 'Choose at least one item, and numbers from 1 to 99.' }),
          ...(note === undefined && { note: 'Say in 500 characters or less why there is this order.' }),
          ...(!isPaidOutside(paidOutside) && { form: 'Choose how it is paid.' }),
          ...(!formKey && { form: 'The form was incomplete; please send it again.' }),
        }
        if (!buyer.success || !items || note === undefined || !isPaidOutside(paidOutside) || !formKey)
          return draw(visit, fields, errors)
        const sendsConfirmation = fields.get('sendsConfirmation') === 'yes'
        const made = await manualOrders.create(
          { buyer: buyer.data, items, paidOutside, note, sendsConfirmation, formKey },
          visit.actor,
        )
        if (!made.ok) return draw(visit, fields, { form: `${made.message} No order was made.` })
        return visit.go(deskPaths.order(made.orderId), { kind: 'done', text: 'The order waits to be packed.' })
      },
    },
  ]
}

/** Undefined when there is none, or when a number makes no sense. */
function readItems(fields: URLSearchParams): OrderedItem[] | undefined {
  const items: OrderedItem[] = []
  for (let line = 0; line < LINES; line += 1) {
    const chosen = fields.get(`item-${line}`)
    if (!chosen) continue
    const [productId = '', size = ''] = chosen.split('|')
    const { data: quantity } = quantitySchema.safeParse(fields.get(`quantity-${line}`))
    if (quantity === undefined) return undefined
    items.push({ productId: productId.slice(0, 100), size: size || null, quantity })
  }
  return items.length > 0 ? items : undefined
}
