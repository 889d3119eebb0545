import type { Orm } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import { shopNoticeMail } from './notices.mails.ts'

/** When the mail server is down, every email fails, so one notice covers an hour of them. */
const EVERY_MS = 60 * 60 * 1000

/** Notifies the shop's team of an email that can't be delivered, unless it was such a notice itself. */
export async function notifyFailedMail(tx: Orm, { template }: { template: string }, now: Date): Promise<void> {
  if (template === shopNoticeMail.name) return
  const cause = `failed-email:${Math.floor(now.getTime() / EVERY_MS)}`
  await raiseNotice(tx, { cause, notice: { kind: 'failed-email' } })
}
