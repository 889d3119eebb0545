import type { AuditAction } from '#domain/operators/activity.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { RefundRefusal } from './order-payments.ts'
import { lockOrder, type OrderRow } from './orders.queries.ts'

export type OrderProblem =
  | 'too_late'
  | 'mail_sent'
  | 'not_found'
  | 'wrong_state'
  | 'too_much'
  | 'no_card'
  | 'nothing_changed'
  | 'refunded_since'
  | 'restocks_shipped'
  | 'not_returned'
  | 'has_return'
  | 'nothing_open'
  | 'not_a_part'
  | 'other_balance'
  | 'no_balance'
  | 'other_change'
  | 'items_since'
  | 'tracking_since'
  | 'note_since'
  | 'rest_since'
  | 'sold_out'
/** A repeat is a duplicate of a form that already took effect. */
export type OrderResult = { ok: true; isRepeat?: true } | { ok: false; code: OrderProblem }

export const REFUSALS: Record<RefundRefusal, OrderProblem> = {
  'not-paid': 'wrong_state',
  'too-much': 'too_much',
  'other-amount': 'refunded_since',
}

/** What the audit log keeps of a change. */
export type LoggedChange = { before: object; after: object }

export type ChangeOrder = (
  id: string,
  actor: Actor,
  action: AuditAction,
  work: (tx: Orm, order: OrderRow) => Promise<LoggedChange | OrderResult>,
) => Promise<OrderResult>

/** Runs work with the order locked. If it returns a change, that is written to the audit log. */
export function createChangeOrder(orm: Orm): ChangeOrder {
  return (id, actor, action, work) =>
    rollBackWhenRefused(() =>
      inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) return { ok: false, code: 'not_found' }
        const done = await work(tx, order)
        if (!('ok' in done)) {
          await addAudit(tx, { ...actor, action, subjectKind: 'order', subjectId: id, ...done })
          return { ok: true }
        }
        if (done.ok) return done
        throw new Refused(done)
      }),
    )
}

/** Rolls back the whole transaction, including the use of the form key. */
class Refused extends Error {
  readonly result: OrderResult
  constructor(result: OrderResult) {
    super('refused')
    this.result = result
  }
}

async function rollBackWhenRefused(work: () => Promise<OrderResult>): Promise<OrderResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}
