import type { EmailSignupResponse, SignupSource } from '#contract/email-signup.ts'
import { errorIn } from '#contract/form.ts'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

export type SignupFields = { email: string; website: string; source: SignupSource }
export type SignupOutcome = { ok: true; discountCode: string } | { ok: false; message: string }

/** The server's own message if there is one, otherwise the fixed sentence. */
export async function requestSignup(fields: SignupFields, send?: typeof fetch): Promise<SignupOutcome> {
  const answer = await postJson(paths.emailSignup(), fields, { send })
  // Parsed by hand: the footer is on every page, and the schema library would make each a fifth larger.
  const { discountCode } = (answer?.body ?? {}) as Partial<EmailSignupResponse>
  if (answer?.status === 200 && discountCode) return { ok: true, discountCode }
  return { ok: false, message: errorIn(answer?.body)?.message ?? PAGE_MESSAGES.signupFailed }
}
