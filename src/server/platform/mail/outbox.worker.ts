import type { Logger } from 'pino'
import { mailRetryDelayMs } from '#domain/time/retry-delay.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { takeToken } from '#server/platform/http/throttle.queries.ts'
import { inTrace } from '#server/platform/trace.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { RejectedMail, UnsendableMail, type OutgoingMail } from './mailer.ts'
import {
  markMailDead,
  claimDueMails,
  dropClaims,
  mailDepth,
  markMailCancelled,
  markMailSent,
  postponeMail,
  untilNextMail,
} from './outbox.queries.ts'

export type MailQueueDeps = {
  database: Database
  log: Logger
  /** 'unwanted' means the recipient has unsubscribed since. */
  deliver: (mail: OutgoingMail) => Promise<'delivered' | 'unwanted'>
  /** Called in the transaction that gives up on an email. */
  onDead?: (tx: Orm, mail: OutgoingMail) => Promise<void>
  /** How many emails the mail server accepts from all processes together; undefined if it has no limit. */
  mailsPerMinute?: number | undefined
  /** Tests use shorter delays. */
  retryDelayMs?: typeof mailRetryDelayMs
}

/**
 * One at a time, because an email that the server accepted but that isn't recorded yet is sent again if the process is
 * killed. Over a persistent connection this is as fast as five at a time that each connect.
 */
const LEASE = { limit: 1, leaseMs: 60_000 }
const PACE = { everyMs: 30_000, busyMs: 0 }
/** More than any email is retried, so reaching it means that sending keeps crashing the process. */
const MAX_CLAIMS = 40

export function createMailQueue(deps: MailQueueDeps): Queue {
  const { database, log, deliver, onDead, mailsPerMinute, retryDelayMs = mailRetryDelayMs } = deps
  const { orm } = database
  /** Delivered but not recorded because the database went down; must not be sent again. */
  const unrecorded = new Map<string, 'delivered' | 'unwanted'>()

  let heldBackMs = 0

  /** Spaced evenly by one bucket in the database, so more processes don't send faster. */
  async function isHeldBack(): Promise<boolean> {
    heldBackMs = 0
    if (mailsPerMinute === undefined || ((await untilNextMail(orm)) ?? Infinity) > 0) return false
    heldBackMs = await takeToken(orm, { key: 'mails', count: 1, perMs: 60_000 / mailsPerMinute })
    return heldBackMs > 0
  }

  return defineQueue({
    name: 'mails',
    depth: mailDepth,
    channel: 'outbox',
    pace: PACE,
    lease: LEASE,
    claim: async (lease) => ((await isHeldBack()) ? [] : claimDueMails(orm, lease)),
    describe: ({ id, template, attempts }) => ({ mail: id, template, attempts }),
    async work(mail) {
      const send = () => inTrace(mail.traceparent ?? null, 'mail', { template: mail.template }, () => deliver(mail))
      const outcome = unrecorded.get(mail.id) ?? (await send())
      unrecorded.set(mail.id, outcome)
      return outcome
    },
    async record({ id, template, attempts }, outcome) {
      await (outcome === 'delivered' ? markMailSent(orm, id) : markMailCancelled(orm, id))
      unrecorded.delete(id)
      log.info({ mail: id, template, attempts, outcome }, 'email processed')
    },
    retry: {
      delayMs: ({ attempts }, error) =>
        error instanceof UnsendableMail ? undefined : retryDelayMs(attempts, error instanceof RejectedMail),
      postpone: (mail, failure) => postponeMail(orm, mail, failure),
      deadLetter: {
        isExhausted: ({ id, attempts }) => attempts > MAX_CLAIMS && !unrecorded.has(id),
        markDead: (mail, lastError) =>
          orm.transaction(async (tx) => {
            if (await markMailDead(tx, mail, lastError)) await onDead?.(tx, mail)
          }),
      },
    },
    untilDue: async () => (heldBackMs > 0 ? heldBackMs : untilNextMail(orm)),
    releaseStale: () => dropClaims(orm),
  })
}
