import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { BULK_LIMIT } from '#domain/orders/bulk-actions.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'

type Ticked = { ok: true; value: string[] } | { ok: false; problem: string }

const idsSchema = z.array(z.uuid())

/** The ids of the ticked boxes, in the order of the list. */
export function tickedIn(source: URLSearchParams | string[]): Ticked {
  const given = source instanceof URLSearchParams ? source.getAll('id') : source
  const ids = [...new Set(given)]
  if (ids.length === 0) return { ok: false, problem: 'Select at least one order first.' }
  if (ids.length > BULK_LIMIT)
    return { ok: false, problem: `Select ${BULK_LIMIT} orders at most. Nothing was changed.` }
  const { data } = idsSchema.safeParse(ids)
  return data ? { ok: true, value: data } : { ok: false, problem: 'Select the orders again. Nothing was changed.' }
}

/** Back to the list, with a sentence. */
export function afterNone(visit: OperatorVisit, text: string, fields?: URLSearchParams): Response {
  const list = toOrderList(fields?.get('list') ?? visit.query('list'))
  return visit.go(deskPaths.orders({ list }), { kind: 'problem', text })
}
