import type { Logger } from 'pino'
import { mailRetryDelayMs } from '#domain/time/retry-delay.ts'
import type { Database } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/error-text.ts'
import { RejectedMail, UnsendableMail, type OutgoingMail } from './mailer.ts'
import {
  claimDueMails,
  dropClaims,
  markMailCancelled,
  markMailFailed,
  markMailSent,
  untilNextMail,
} from './outbox.queries.ts'

export type MailWorkerParts = {
  database: Database
  log: Logger
  /** 'unwanted' means that its reader has unsubscribed since. */
  deliver: (mail: OutgoingMail) => Promise<'delivered' | 'unwanted'>
  /** Tests wait less. */
  retryDelayMs?: typeof mailRetryDelayMs
}

export interface MailWorker {
  start(): Promise<void>
  /** Lets mails that are on their way arrive, within reason. */
  stop(): Promise<void>
}

const BATCH = 5
const LEASE_MS = 60_000
/** A notification may get lost with its connection; this is how late a mail can then be. */
const LONGEST_SLEEP_MS = 30_000
const DATABASE_AWAY_MS = 5000
const STOP_GRACE_MS = 10_000
/** More often than any mail is retried: whoever sends it dies of it, again and again. */
const MOST_CLAIMS = 40
const NEVER_FINISHED = { lastError: 'Sending it was never finished.', retryInMs: undefined }

export function createMailWorker({
  database,
  log,
  deliver,
  retryDelayMs = mailRetryDelayMs,
}: MailWorkerParts): MailWorker {
  const { orm } = database
  const state = { isStopped: false, isListening: false, isWoken: false, wake: () => {} }
  let running = Promise.resolve()
  /** Delivered, but the database went away before it could be told: must not go out a second time. */
  const untold = new Map<string, 'delivered' | 'unwanted'>()

  function wake(): void {
    state.isWoken = true
    state.wake()
  }

  async function sleep(milliseconds: number): Promise<void> {
    if (!state.isWoken && !state.isStopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        state.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    state.isWoken = false
  }

  async function listen(): Promise<void> {
    if (state.isListening) return
    await database.listen('outbox', { onPayload: wake, onGap: wake })
    state.isListening = true
  }

  async function run(): Promise<void> {
    while (!state.isStopped) {
      try {
        // First, so that no mail is written unheard between looking and listening.
        await listen()
        const mails = await claimDueMails(orm, { limit: BATCH, leaseMs: LEASE_MS })
        await Promise.all(mails.map(handle))
        if (mails.length === 0)
          await sleep(Math.min(Math.max((await untilNextMail(orm)) ?? Infinity, 0), LONGEST_SLEEP_MS))
      } catch (error) {
        if (state.isStopped) return
        log.error({ err: error }, 'the outbox cannot be read; trying again')
        await sleep(DATABASE_AWAY_MS)
      }
    }
  }

  async function handle(mail: OutgoingMail): Promise<void> {
    const { id, template, attempts } = mail
    const outcome = untold.get(id) ?? (attempts > MOST_CLAIMS ? NEVER_FINISHED : await attempt(mail))
    if (typeof outcome === 'string') {
      untold.set(id, outcome)
      await (outcome === 'delivered' ? markMailSent(orm, id) : markMailCancelled(orm, id))
      untold.delete(id)
      log.info({ mail: id, template, attempts, outcome }, 'mail handled')
      return
    }
    await markMailFailed(orm, id, outcome)
    log.warn(
      { mail: id, template, attempts, ...outcome },
      outcome.retryInMs === undefined ? 'mail given up' : 'mail not sent',
    )
  }

  async function attempt(mail: OutgoingMail) {
    try {
      return await deliver(mail)
    } catch (error) {
      const isHopeless = error instanceof UnsendableMail
      const retryInMs = isHopeless ? undefined : retryDelayMs(mail.attempts, error instanceof RejectedMail)
      // Mail servers quote the address they refuse; neither the log nor the desk needs it.
      return { lastError: errorText(error), retryInMs }
    }
  }

  return {
    async start() {
      if (database.engine === 'pglite') await dropClaims(orm)
      running = run()
    },
    async stop() {
      state.isStopped = true
      state.wake()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())])
    },
  }
}
