import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { deskLinkToken } from './desk-link-token.ts'
import { deskLinkMail } from './operators.mails.ts'
import { countEmailedLinks, findAccess, findOperatorByEmail, insertLink, lockOperator } from './operators.queries.ts'
import { hashToken } from './secret-token.ts'

type SignInLinkDeps = { database: Database; secretKey: string; log: Logger; now: () => Date }

const MINUTE_MS = 60_000
const LINK_MS = 60 * MINUTE_MS
/**
 * Anyone can request a link in someone else's name, so emails are limited. Whenever the limit is reached, the mailbox
 * holds that many links valid for at least half an hour, so requests can never lock the operator out.
 */
const MAX_LINKS = { count: 3, perMs: 30 * MINUTE_MS }

export type SignInLinkService = ReturnType<typeof createSignInLinkService>

/** Sign-in links by email, requested at the sign-in page. */
export function createSignInLinkService({ database: { orm }, secretKey, log, now }: SignInLinkDeps) {
  async function send(email: string, address: string): Promise<void> {
    await orm.transaction(async (tx) => {
      const operator = await findOperatorByEmail(tx, email)
      if (!operator || (await findAccess(tx, operator.id))?.isLocked) return
      await lockOperator(tx, operator.id)
      const createdAt = now()
      const since = new Date(createdAt.getTime() - MAX_LINKS.perMs)
      if ((await countEmailedLinks(tx, operator.id, since)) >= MAX_LINKS.count) return
      const linkId = randomUUID()
      const tokenHash = hashToken(deskLinkToken(secretKey, linkId))
      const expiresAt = new Date(createdAt.getTime() + LINK_MS)
      await insertLink(tx, { tokenHash, operatorId: operator.id, kind: 'emailed', createdAt, expiresAt })
      await addAudit(tx, {
        operatorId: null,
        actor: 'not signed in',
        action: 'operator.email-link',
        subjectKind: 'operator',
        subjectId: operator.id,
        before: null,
        after: { address },
      })
      await enqueueMail(tx, deskLinkMail, {
        cause: `desk-link:${linkId}`,
        recipient: operator.email,
        payload: { linkId },
      })
    })
  }

  return {
    /** Not awaited: the timing would reveal whether the operator exists. */
    request(email: string, address: string): void {
      send(email.trim(), address).catch((error: unknown) => log.error({ err: error }, 'failed to send a sign-in link'))
    },
  }
}
