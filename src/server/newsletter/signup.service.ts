import { createHmac, randomBytes } from 'node:crypto'
import type { SignupSource } from '#contract/email-signup.ts'
import { signupCodeFrom } from '#domain/money/discount-code.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import {
  deleteUnusedCode,
  findSubscriber,
  insertSignupCode,
  insertSubscriber,
  listSubscribers,
  unsubscribeByToken,
} from './subscribers.queries.ts'
import { welcomeMail } from './welcome.mails.ts'

export type SignupRequest = { email: string; source: SignupSource }

export interface SignupService {
  /** The customer's code: a new one, sent by email, or the existing one. */
  signUp(request: SignupRequest): Promise<string>
  /** A fake code, the same for the same address; stores nothing. */
  pretend(request: SignupRequest): string
  unsubscribe(token: string): Promise<void>
  /** CSV, line by line, oldest first. */
  exportSubscribers(): AsyncIterable<string>
}

const EXPORT_PAGE = 1000
const EXPORT_COLUMNS = ['email', 'source', 'consented_at', 'unsubscribed_at', 'discount_code', 'code_used']

export function createSignupService({ orm }: Database, now: () => Date, newCode = randomCode): SignupService {
  const fakeCodeKey = randomBytes(32)
  return {
    signUp: (request) => orm.transaction((tx) => signUp(tx, request, newCode)),
    pretend: ({ email }) => signupCodeFrom(createHmac('sha512', fakeCodeKey).update(foldEmail(email)).digest()),
    unsubscribe: (token) => unsubscribeByToken(orm, token, now()),
    exportSubscribers: () => exportSubscribers(orm),
  }
}

function randomCode(): string {
  return signupCodeFrom(randomBytes(64))
}

async function signUp(tx: Orm, { email, source }: SignupRequest, newCode: () => string): Promise<string> {
  const foldedEmail = foldEmail(email)
  const known = await findSubscriber(tx, foldedEmail)
  if (known) return known.discountCode

  let discountCode = newCode()
  // Short codes can collide, if rarely.
  while (!(await insertSignupCode(tx, discountCode, foldedEmail))) discountCode = newCode()
  const unsubscribeToken = randomBytes(32).toString('base64url')
  const subscriber = await insertSubscriber(tx, { email, foldedEmail, discountCode, source, unsubscribeToken })
  if (!subscriber) {
    // Lost a race with a signup of the same address: return the winner's code.
    await deleteUnusedCode(tx, discountCode)
    const winner = await findSubscriber(tx, foldedEmail)
    if (!winner) throw new Error('subscriber row disappeared during signup')
    return winner.discountCode
  }
  await enqueueMail(tx, welcomeMail, {
    cause: `welcome:${subscriber.id}`,
    recipient: email,
    payload: { discountCode, unsubscribeToken },
  })
  return discountCode
}

async function* exportSubscribers(orm: Orm): AsyncIterable<string> {
  yield toCsvLine(EXPORT_COLUMNS)
  let after: Awaited<ReturnType<typeof listSubscribers>>[number] | undefined
  do {
    const page = await listSubscribers(orm, { after, limit: EXPORT_PAGE })
    for (const row of page) {
      const { email, source, consentedAt, unsubscribedAt, discountCode, usedCount } = row
      const left = unsubscribedAt?.toISOString() ?? ''
      yield toCsvLine([email, source, consentedAt.toISOString(), left, discountCode, usedCount > 0 ? 'yes' : 'no'])
    }
    after = page.length === EXPORT_PAGE ? page.at(-1) : undefined
  } while (after)
}
