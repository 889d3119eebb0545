import { formatCents } from '#domain/money/cents.ts'
import type { StuckQueue } from '#domain/money/stuck-queues.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import type { RepairResult } from './money-repair.service.ts'
import type { StuckItem } from './payments.views.ts'
import { listParkedRefunds, unparkRefund } from './refunds.queries.ts'
import { listParkedStrayRefunds, unparkStrayRefund } from './stray-refunds.queries.ts'
import { closeEvent, listDeadEvents, retryDeadEvent } from './webhook-events.queries.ts'
import { STUCK_EVENTS } from './webhook-events.service.ts'

const SHOWN = 50
const GONE: RepairResult = { ok: false, message: 'This isn’t stuck anymore.' }

export type StuckWork = ReturnType<typeof createStuckWork>

/** The dead letters of the payment queues, for the desk. */
export function createStuckWork({ orm }: Database, now: () => Date) {
  async function list(): Promise<StuckItem[]> {
    const [events, refunds, strays] = await Promise.all([
      listDeadEvents(orm, SHOWN),
      listParkedRefunds(orm, SHOWN),
      listParkedStrayRefunds(orm, SHOWN),
    ])
    return [
      ...events.map(({ eventId, type, body, receivedAt, attempts, lastError }): StuckItem => ({
        queue: 'events',
        id: eventId,
        title: `Message from Square (${type})`,
        about: idIn(body),
        since: receivedAt,
        attempts,
        lastError,
        mayClose: true,
      })),
      ...refunds.map(({ id, amountCents, attempts, parkedAt, orderNumber }): StuckItem => ({
        queue: 'refunds',
        id,
        title: `Refund of ${formatCents(amountCents)}`,
        about: orderNumber,
        since: parkedAt ?? now(),
        attempts,
        lastError: null,
        mayClose: false,
      })),
      ...strays.map(({ id, amountCents, attempts, parkedAt, squarePaymentId }): StuckItem => ({
        queue: 'stray-refunds',
        id,
        title: `Refund of ${formatCents(amountCents)}`,
        about: squarePaymentId,
        since: parkedAt ?? now(),
        attempts,
        lastError: null,
        mayClose: false,
      })),
    ]
  }

  function requeue(tx: Orm, queue: StuckQueue, id: string): Promise<boolean> {
    if (queue === 'events') return retryDeadEvent(tx, id)
    return queue === 'refunds' ? unparkRefund(tx, id) : unparkStrayRefund(tx, id)
  }

  /** One alert covers all dead events; it is resolved with the last of them. */
  async function resolveIfNoneLeft(tx: Orm): Promise<void> {
    if ((await listDeadEvents(tx, 1)).length > 0) return
    const resolution = 'Nothing is stuck anymore.'
    await resolveAlerts(tx, { kinds: ['event-stuck'], subject: STUCK_EVENTS, resolution, now: now() })
  }

  async function change(
    action: 'queue.retry' | 'queue.close',
    { queue, id, actor }: { queue: StuckQueue; id: string; actor: Actor },
    work: (tx: Orm) => Promise<boolean>,
    message: string,
  ): Promise<RepairResult> {
    const stuck = await list()
    const item = stuck.find((each) => each.queue === queue && each.id === id)
    if (!item) return GONE
    const { about } = item
    // The alert is about all stuck refunds of the order or payment.
    const isLast = !stuck.some((each) => each !== item && each.queue === queue && each.about === about)
    return orm.transaction(async (tx) => {
      if (!(await work(tx))) return GONE
      await addAudit(tx, {
        ...actor,
        action,
        subjectKind: queue,
        subjectId: id,
        before: { state: 'stuck' },
        after: { state: action === 'queue.retry' ? 'waiting' : 'closed' },
      })
      if (queue === 'events') await resolveIfNoneLeft(tx)
      else if (isLast)
        await resolveAlerts(tx, { kinds: ['refund-stuck'], subject: about, resolution: message, now: now() })
      return { ok: true, message }
    })
  }

  return {
    list,

    retry: (queue: StuckQueue, id: string, actor: Actor): Promise<RepairResult> =>
      change('queue.retry', { queue, id, actor }, (tx) => requeue(tx, queue, id), 'Trying again now.'),

    close: (queue: StuckQueue, id: string, actor: Actor): Promise<RepairResult> =>
      change(
        'queue.close',
        { queue, id, actor },
        async (tx) => queue === 'events' && (await closeEvent(tx, id)),
        'Closed. Reconciliation still covers this payment.',
      ),
  }
}

function idIn(body: unknown): string {
  const { data } = body as { data?: { id?: unknown } }
  return typeof data?.id === 'string' ? data.id : ''
}
