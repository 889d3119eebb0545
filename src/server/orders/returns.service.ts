import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/operators/activity.ts'
import { areWithin, type Quantities } from '#domain/orders/item-counts.ts'
import {
  canBeSoldAgain,
  isOpenReturn,
  RETURN_CONDITION_NAMES,
  RETURN_REASON_NAMES,
  type ReturnReason,
  returnStateOf,
} from '#domain/orders/returns.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { namesOf } from './item-names.ts'
import { takeFormKey } from './order-desk.queries.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayments } from './order-payments.ts'
import { listOrderLines, lockOrder, type OrderLineRow, type OrderRow, updateOrder } from './orders.queries.ts'
import type { OrderReturn } from './orders.views.ts'
import { type OrderItems, readItems } from './read-items.ts'
import { returnInstructionsMail } from './returns.mails.ts'
import {
  insertReturn,
  listReturns,
  type NewReturnLine,
  restockReturn,
  setReturnCanceled,
  setReturnReceived,
} from './returns.queries.ts'

export type NewReturn = {
  lines: readonly NewReturnLine[]
  reason: ReturnReason
  /** More about the reason; required for "other". */
  words: string | null
  isReceived: boolean
  emailsInstructions: boolean
  formKey: string
}

export type ReturnProblem = 'not_found' | 'too_many' | 'not_expected'
export type ReturnResult =
  /** How many bottles went back in stock. */
  { ok: true; restocked: number; isRepeat?: true } | { ok: false; code: ReturnProblem }

export type ReturnDeps = { database: Database; links: OrderLinks; payments: OrderPayments; now: () => Date }

export type ReturnService = ReturnType<typeof createReturnService>

type LockedOrder = OrderItems & { order: OrderRow; lines: OrderLineRow[] }
type Work = (tx: Orm, locked: LockedOrder) => Promise<Change | ReturnResult>
type Change = { action: AuditAction; after: object; restocked?: number }

/**
 * What customers send back. Money is returned by refunding the order; a return only records what arrived and where it
 * went.
 */
export function createReturnService({ database: { orm }, links, payments, now }: ReturnDeps) {
  /** Runs with the order locked. A change is written to the log; a refusal rolls back, also the use of the form key. */
  function withOrder(id: string, actor: Actor, work: Work): Promise<ReturnResult> {
    return rollBackWhenRefused(() => change(id, actor, work))
  }

  function change(id: string, actor: Actor, work: Work): Promise<ReturnResult> {
    return inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) return { ok: false, code: 'not_found' }
      const lines = await listOrderLines(tx, id)
      const refundLines = await payments.listRefundLines(tx, id)
      const done = await work(tx, { order, lines, ...(await readItems(tx, order, { lines, refundLines })) })
      if ('ok' in done) {
        if (done.ok) return done
        throw new Refused(done.code)
      }
      const states = (await listReturns(tx, id)).map(({ state }) => state)
      await updateOrder(tx, id, { returnState: returnStateOf(states) })
      const { action, after } = done
      await addAudit(tx, { ...actor, action, subjectKind: 'order', subjectId: id, before: {}, after })
      return { ok: true, restocked: done.restocked ?? 0 }
    })
  }

  /** For one that is still expected. */
  function withExpected(
    id: string,
    returnId: string,
    actor: Actor,
    work: (tx: Orm, locked: LockedOrder, found: OrderReturn) => Promise<Change | ReturnResult>,
  ): Promise<ReturnResult> {
    return withOrder(id, actor, async (tx, locked) => {
      const found = locked.returns.find((known) => known.id === returnId)
      if (!found) return { ok: false, code: 'not_found' }
      if (!isOpenReturn(found.state)) return { ok: false, code: 'not_expected' }
      return work(tx, locked, found)
    })
  }

  async function enqueueInstructions(
    tx: Orm,
    { order, lines }: Pick<LockedOrder, 'order' | 'lines'>,
    mail: { returned: readonly { position: number; quantity: number }[]; cause: string },
  ): Promise<void> {
    const { number: orderNumber, firstName, email: recipient } = order
    const payload = { orderNumber, firstName, orderPath: links.pathFor(order.id), items: namesOf(lines, mail.returned) }
    await enqueueMail(tx, returnInstructionsMail, { cause: mail.cause, recipient, payload })
  }

  return {
    /** Never more than has shipped and is not in another return. */
    record: (id: string, added: NewReturn, actor: Actor): Promise<ReturnResult> =>
      withOrder(id, actor, async (tx, locked) => {
        const { lines, reason, words, isReceived, emailsInstructions, formKey } = added
        if (!(await takeFormKey(tx, formKey))) return { ok: true, restocked: 0, isRepeat: true }
        if (!areWithin(quantitiesOf(lines), locked.counts.returnable)) return { ok: false, code: 'too_many' }
        const returnId = randomUUID()
        const at = now()
        const state = isReceived ? 'received' : 'expected'
        const receivedAt = isReceived ? at : null
        await insertReturn(tx, { id: returnId, orderId: id, state, reason, words, createdAt: at, receivedAt }, lines)
        if (!isReceived && emailsInstructions)
          await enqueueInstructions(tx, locked, { returned: lines, cause: `return:${returnId}` })
        const restocked = isReceived ? await restockReturn(tx, id, returnId) : 0
        return {
          action: 'order.return',
          after: { state, ...described(locked, lines, restocked), reason: RETURN_REASON_NAMES[reason] },
          restocked,
        }
      }),

    /** As it arrived, which may be less, or in another condition, than was expected. */
    receive: (id: string, returnId: string, lines: readonly NewReturnLine[], actor: Actor): Promise<ReturnResult> =>
      withExpected(id, returnId, actor, async (tx, locked, found) => {
        if (!areWithin(quantitiesOf(lines), quantitiesOf(found.lines))) return { ok: false, code: 'too_many' }
        await setReturnReceived(tx, returnId, { at: now(), lines })
        const restocked = await restockReturn(tx, id, returnId)
        return { action: 'order.return-receive', after: described(locked, lines, restocked), restocked }
      }),

    /** It won't come. */
    cancel: (id: string, returnId: string, actor: Actor): Promise<ReturnResult> =>
      withExpected(id, returnId, actor, async (tx, { lines }, found) => {
        await setReturnCanceled(tx, returnId)
        return { action: 'order.return-cancel', after: { items: namesOf(lines, found.lines).join(', ') } }
      }),

    sendInstructions: (id: string, returnId: string, formKey: string, actor: Actor): Promise<ReturnResult> =>
      withExpected(id, returnId, actor, async (tx, locked, found) => {
        if (!(await takeFormKey(tx, formKey))) return { ok: true, restocked: 0, isRepeat: true }
        await enqueueInstructions(tx, locked, { returned: found.lines, cause: `return:${returnId}:${formKey}` })
        return { action: 'order.return-mail', after: { items: namesOf(locked.lines, found.lines).join(', ') } }
      }),
  }
}

class Refused extends Error {
  readonly code: ReturnProblem
  constructor(code: ReturnProblem) {
    super('refused')
    this.code = code
  }
}

async function rollBackWhenRefused(work: () => Promise<ReturnResult>): Promise<ReturnResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return { ok: false, code: error.code }
    throw error
  }
}

function quantitiesOf(lines: readonly { position: number; quantity: number }[]): Quantities {
  return new Map(lines.map(({ position, quantity }) => [position, quantity]))
}

/** For the log: what it was, in which condition, and how much of it can be sold again. */
function described({ lines }: Pick<LockedOrder, 'lines'>, items: readonly NewReturnLine[], restocked: number): object {
  const named = items.map((item) => {
    const condition = RETURN_CONDITION_NAMES[item.condition].toLowerCase()
    return `${namesOf(lines, [item]).join()} (${condition})`
  })
  const isSealed = items.some(({ condition }) => canBeSoldAgain(condition))
  return { items: named.join(', '), ...(isSealed && restocked > 0 && { stock: `${restocked} back in stock` }) }
}
