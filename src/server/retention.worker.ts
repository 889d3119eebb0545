import { retentionMs, type RetainedKind, RETENTION } from '#domain/time/retention.ts'
import { purgeFailedUploads } from './catalogue/picture-uploads.queries.ts'
import { purgeTries } from './checkout/tries.queries.ts'
import { purgeLabelImages } from './labels/labels.queries.ts'
import { purgeNotices } from './notices/notices.queries.ts'
import { purgeUnusedDevices } from './operators/devices.queries.ts'
import { purgeExpiredLinks } from './operators/operators.queries.ts'
import { purgeExpiredChallenges } from './operators/passkeys.queries.ts'
import { purgeEndedSessions, purgeFailures } from './operators/sessions.queries.ts'
import { purgeFormKeys } from './orders/order-desk.queries.ts'
import { purgeSettledEvents } from './payments/webhook-events.queries.ts'
import { purgeSettledPurges } from './platform/cdn/cdn-purges.queries.ts'
import type { Database } from './platform/db/database.ts'
import { purgeNotes } from './platform/db/process-notes.queries.ts'
import type { Purge } from './platform/db/purge.ts'
import { purgeBuckets } from './platform/http/throttle.queries.ts'
import { purgeMailEventTokens } from './platform/mail/mail-event-tokens.queries.ts'
import { purgeDeadMails, purgeSettledMails } from './platform/mail/outbox.queries.ts'
import { definePeriodicJob } from './platform/worker/periodic-job.ts'
import type { Queue } from './platform/worker/queue.ts'

/** Runs often, because strangers can create any number of rows: a flood leaves at most a minute's worth. */
const EVERY_MS = 60_000
const BATCH = 1000
/** The rest waits for the next run, so that one table never blocks the others for long. */
const MAX_BATCHES = 100

const PURGES: Record<RetainedKind, Purge> = {
  'settled-mails': purgeSettledMails,
  'dead-mails': purgeDeadMails,
  'settled-webhook-events': purgeSettledEvents,
  'label-images': purgeLabelImages,
  'failed-uploads': purgeFailedUploads,
  'sent-notices': purgeNotices,
  'form-keys': purgeFormKeys,
  'mail-event-tokens': purgeMailEventTokens,
  'payment-tries': purgeTries,
  'throttle-buckets': purgeBuckets,
  'process-notes': purgeNotes,
  'settled-purges': purgeSettledPurges,
  'sign-in-failures': purgeFailures,
  'ended-sessions': purgeEndedSessions,
  'expired-links': purgeExpiredLinks,
  'expired-challenges': purgeExpiredChallenges,
  'unused-devices': purgeUnusedDevices,
}

/** Deletes what is past its retention in domain/time/retention.ts. */
export function createRetention(database: Pick<Database, 'orm'>): Queue {
  const { orm } = database

  async function purge(kind: RetainedKind): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1)
      if ((await PURGES[kind](orm, retentionMs(kind), BATCH)) < BATCH) return
  }

  async function run(): Promise<void> {
    const errors: unknown[] = []
    for (const kind of Object.keys(RETENTION) as RetainedKind[])
      await purge(kind).catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw new AggregateError(errors, 'some tables could not be purged')
  }

  return definePeriodicJob({ database, name: 'retention', everyMs: EVERY_MS, run })
}
