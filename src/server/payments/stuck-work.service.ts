import { formatCents } from '#domain/money/cents.ts'
import type { StuckQueue } from '#domain/money/stuck-queues.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import type { RepairResult } from './money-repair.service.ts'
import type { StuckItem } from './payments.views.ts'
import { listParkedRefunds, unparkRefund } from './refunds.queries.ts'
import { resolveStuckRefunds } from './resolve-stuck-refunds.ts'
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

  function resolveAlert(tx: Orm, { queue, about: subject }: StuckItem, resolution: string): Promise<void> {
    if (queue === 'events') return resolveIfNoneLeft(tx)
    const how = { resolution, now: now() }
    if (queue === 'refunds') return resolveStuckRefunds(tx, subject, how)
    // A stray payment has one refund at a time.
    return resolveAlerts(tx, { kinds: ['refund-stuck'], subject, ...how })
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
    const item = (await list()).find((each) => each.queue === queue && each.id === id)
    if (!item) return GONE
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
      await resolveAlert(tx, item, message)
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
