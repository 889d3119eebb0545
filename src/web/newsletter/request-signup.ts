import type { EmailSignupResponse, SignupSource } from '#contract/email-signup.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'

export type SignupFields = { email: string; website: string; source: SignupSource }
type Answer = Partial<EmailSignupResponse> & { error?: { message?: string } }
export type SignupOutcome = { ok: true; discountCode: string } | { ok: false; message: string }

/** Fails with the server's own message where it has one, and with the fixed text otherwise. */
export async function requestSignup(fields: SignupFields, send: typeof fetch = fetch): Promise<SignupOutcome> {
  try {
    const response = await send(paths.emailSignup(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    // By hand: the footer is on every page, and the schema library would make all of them a fifth heavier.
    const { discountCode, error }: Answer = await response.json()
    if (response.ok && discountCode) return { ok: true, discountCode }
    return { ok: false, message: error?.message ?? MESSAGES.signupFailed }
  } catch {
    // Offline, cut off, or an answer that is none: the visitor can only try again.
    return { ok: false, message: MESSAGES.signupFailed }
  }
}
