import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { BULK_LIMIT } from '#domain/orders/bulk-actions.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'

const idsSchema = z.array(z.uuid())

/** The ids of the ticked boxes in a form or the address, in the order of the list; or back to the list, saying why. */
export function tickedIn(visit: OperatorVisit, fields?: URLSearchParams): string[] | Response {
  const ids = [...new Set(fields?.getAll('id') ?? visit.queryAll('id'))]
  if (ids.length === 0) return afterNone(visit, 'Select at least one order first.', fields)
  if (ids.length > BULK_LIMIT)
    return afterNone(visit, `Select ${BULK_LIMIT} orders at most. Nothing was changed.`, fields)
  const { data } = idsSchema.safeParse(ids)
  return data ?? afterNone(visit, 'Select the orders again. Nothing was changed.', fields)
}

/** Back to the list, with a sentence. */
export function afterNone(visit: OperatorVisit, text: string, fields?: URLSearchParams): Response {
  const list = toOrderList(fields?.get('list') ?? visit.query('list'))
  return visit.go(deskPaths.orders({ list }), { kind: 'problem', text })
}
