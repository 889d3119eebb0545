import { describeNotice, isUrgent, type Notice } from '#domain/notices/notice.ts'
import { quietUntil } from '#domain/notices/quiet-hours.ts'
import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import { ownerAlertMail } from '#server/alerts/alerts.mails.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { PushRefusal, type SendPush } from '#server/platform/push/send-push.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import {
  claimDeliveries,
  type DeliveryRow,
  deliveryDepth,
  findDelivery,
  insertDeliveries,
  markDeliveryDead,
  type NewDelivery,
  postponeDelivery,
  settleDelivery,
  untilNextDelivery,
} from './deliveries.queries.ts'
import { deleteEnded, findSubscription, listReachable, markDeviceUsed } from './devices.queries.ts'
import { noticePath } from './notice-path.ts'
import { shopNoticeMail } from './notices.mails.ts'
import {
  claimNotices,
  markNoticeDead,
  markSpread,
  noticeDepth,
  type NoticeRow,
  postponeNotice,
} from './notices.queries.ts'
import { listPeople } from './people.queries.ts'
import { readPreferences } from './stored-preferences.ts'

const LEASE = { limit: 10, leaseMs: 60_000 }
const PACE = { everyMs: 15_000, busyMs: 0 }
const SPREAD_RETRY: BackOff = { firstMs: 5000, longestMs: 10 * 60_000, maxAttempts: 8 }
/** A device that missed several gets the last one. */
const LATEST_ONLY: ReadonlySet<Notice['kind']> = new Set(['new-review', 'failed-email', 'daily-summary'])
const SEND_RETRY: BackOff = { firstMs: 30_000, longestMs: 60 * 60_000, maxAttempts: 10 }

export type FindAlertRecipients = (tx: Orm) => Promise<readonly string[]>

export type NoticeQueueDeps = {
  database: Pick<Database, 'orm'>
  send: SendPush
  /** The addresses that the shop's settings name for alerts. */
  findAlertRecipients: FindAlertRecipients
  /** Orders to pack, for the badge of the installed app. */
  countToPack: () => Promise<number>
  now: () => Date
  /** Tests use shorter delays. */
  sendRetry?: BackOff
}

/** Two queues: one decides who gets a notice and when, the other sends each of those. */
export function createNoticeQueues(deps: NoticeQueueDeps): Queue[] {
  return [createSpreadQueue(deps), createDeliveryQueue(deps)]
}

function createSpreadQueue({ database: { orm }, findAlertRecipients, now }: NoticeQueueDeps): Queue {
  async function deliveriesOf(tx: Orm, { id: noticeId, facts: notice, operatorId }: NoticeRow): Promise<NewDelivery[]> {
    const people = await listPeople(tx, operatorId)
    const alerted = new Set((await findAlertRecipients(tx)).map((address) => address.toLowerCase()))
    const devices = Map.groupBy(
      await listReachable(
        tx,
        people.map(({ id }) => id),
      ),
      (device) => device.operatorId,
    )
    return people.flatMap(({ id, email, role, preferences }) => {
      const { choices, quiet } = readPreferences(preferences, { role, isAlerted: alerted.has(email.toLowerCase()) })
      const wanted = notice.kind === 'test' ? { push: true, email: false } : choices[notice.kind]
      const at = isUrgent(notice) ? null : (quietUntil(now(), quiet) ?? null)
      const places = [
        ...(wanted.push ? (devices.get(id) ?? []).map((device) => device.id) : []),
        ...(wanted.email ? [null] : []),
      ]
      return places.map((deviceId) => ({ noticeId, operatorId: id, deviceId, at }))
    })
  }

  return defineQueue({
    name: 'notices',
    depth: noticeDepth,
    channel: 'notices',
    pace: PACE,
    lease: LEASE,
    claim: (lease) => claimNotices(orm, lease),
    describe: ({ id, kind, attempts }) => ({ notice: id, kind, attempts }),
    work: (notice) =>
      orm.transaction(async (tx) => {
        if (await markSpread(tx, notice)) await insertDeliveries(tx, await deliveriesOf(tx, notice))
      }),
    retry: {
      delayMs: ({ attempts }) => backOffMs(attempts, SPREAD_RETRY),
      postpone: (notice, failure) => postponeNotice(orm, notice, failure),
      deadLetter: {
        isExhausted: ({ attempts }) => attempts > SPREAD_RETRY.maxAttempts,
        markDead: (notice, lastError) => markNoticeDead(orm, notice, lastError),
      },
    },
  })
}

function createDeliveryQueue(deps: NoticeQueueDeps): Queue {
  const { database, send, countToPack, sendRetry = SEND_RETRY } = deps
  const { orm } = database

  async function deliver(delivery: DeliveryRow): Promise<void> {
    const found = await findDelivery(orm, delivery)
    // The notice or the operator is gone, and the delivery with it.
    if (!found) return
    if (delivery.deviceId === null) await sendEmail(delivery, found.notice, found.email)
    else await push(delivery, delivery.deviceId, found.notice)
  }

  /** Both or neither: the email is in the outbox, and the delivery is settled. */
  async function sendEmail(delivery: DeliveryRow, notice: Notice, recipient: string): Promise<void> {
    await orm.transaction(async (tx) => {
      if (!(await settleDelivery(tx, delivery, 'sent'))) return
      const cause = `notice:${delivery.id}`
      if (notice.kind === 'alert') {
        const { title, subject, detail } = notice
        await enqueueMail(tx, ownerAlertMail, { cause, recipient, payload: { title, subject, detail } })
        return
      }
      const { title, body, rows = [] } = describeNotice(notice)
      const payload = { title, body, rows: [...rows], path: noticePath(notice) }
      await enqueueMail(tx, shopNoticeMail, { cause, recipient, payload })
    })
  }

  async function push(delivery: DeliveryRow, deviceId: string, notice: Notice): Promise<void> {
    const subscription = await findSubscription(orm, deviceId)
    if (!subscription) {
      await settleDelivery(orm, delivery, 'dropped')
      return
    }
    try {
      await send(subscription, {
        text: JSON.stringify(messageOf(delivery, notice, await countToPack())),
        isUrgent: isUrgent(notice),
        topic: LATEST_ONLY.has(notice.kind) ? notice.kind : undefined,
      })
    } catch (error) {
      if (!(error instanceof PushRefusal) || !error.isGone) throw error
      await deleteEnded(orm, deviceId, subscription.endpoint)
      return
    }
    await settleDelivery(orm, delivery, 'sent')
    await markDeviceUsed(orm, deviceId)
  }

  return defineQueue({
    name: 'notice_deliveries',
    depth: deliveryDepth,
    channel: 'notice_deliveries',
    pace: PACE,
    lease: LEASE,
    claim: (lease) => claimDeliveries(orm, lease),
    describe: ({ id, attempts }) => ({ delivery: id, attempts }),
    work: deliver,
    retry: {
      delayMs: ({ attempts }, error) => {
        if (!(error instanceof PushRefusal)) return backOffMs(attempts, sendRetry)
        if (!error.mayPass) return undefined
        const delay = backOffMs(attempts, sendRetry)
        return delay === undefined ? undefined : Math.max(delay, error.retryAfterMs ?? 0)
      },
      postpone: (delivery, failure) => postponeDelivery(orm, delivery, failure),
      deadLetter: {
        isExhausted: ({ attempts }) => attempts > sendRetry.maxAttempts,
        markDead: (delivery, lastError) => markDeliveryDead(orm, delivery, lastError),
      },
    },
    untilDue: () => untilNextDelivery(orm),
  })
}

/** What the desk's service worker shows; see public/desk-worker.js. */
function messageOf({ noticeId }: DeliveryRow, notice: Notice, toPack: number) {
  const { title, body } = describeNotice(notice)
  // A repeated message replaces the first one instead of showing twice.
  const tag = notice.kind === 'new-order' || notice.kind === 'alert' ? noticeId : notice.kind
  return { title, body, path: noticePath(notice), tag, toPack }
}
