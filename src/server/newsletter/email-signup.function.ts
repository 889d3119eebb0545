import type { Hono } from 'hono'
import { createElement } from 'react'
import { emailSignupRequest, type EmailSignupResponse } from '#contract/email-signup.ts'
import { INVALID_REQUEST } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'
import { AppError, tooManyRequests } from '#server/platform/errors.ts'
import { constantTimeFloor } from '#server/platform/http/constant-time-floor.ts'
import { FormFailed } from '#server/platform/http/form-failed.tsx'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { personalPageResponse } from '#server/platform/http/personal-page.tsx'
import { isForm } from '#server/platform/http/read-form.ts'
import { SignupDone } from './signup-pages.tsx'
import type { SignupService } from './signup.service.ts'

/** Room for a household and a few typos; no one types in a whole list of addresses. */
const PER_ADDRESS = { count: 10, perMs: 60 * 60 * 1000 }
/** Each of them sends a mail. Only what could be one counts: empty bodies use up nothing that visitors share. */
const OVERALL = { count: 600, perMs: 60 * 1000 }
/** Signups are stored, so a per-minute limit alone would let anyone fill the disk. This allows at most 20 MB a day. */
const PER_DAY = { count: 10_000, perMs: 24 * 60 * 60 * 1000 }
/** A new address costs a few writes, a known one and the honeypot almost nothing: none of them answers sooner. */
const FLOOR_MS = 250

/** Accepts JSON from the page's script, or a plain form if there's no script, which gets a page as its response. */
export function emailSignup({ signup, ...parts }: FunctionDeps & { signup: SignupService }): Hono {
  const { securityHeaders, limits } = parts
  const overall = limits('email-signup overall', OVERALL)
  const daily = limits('email-signup day', PER_DAY)
  return jsonFunction(parts, {
    name: 'email-signup',
    perAddress: PER_ADDRESS,
    schema: emailSignupRequest,
    invalid: ({ email = INVALID_REQUEST }) => new AppError('invalid_request', email, 400),
    failurePage: (message) =>
      createElement(FormFailed, { title: 'Not signed up', eyebrow: 'Newsletter', message, formPath: '/#newsletter' }),
    failed: { code: 'signup_failed', message: MESSAGES.signupFailed },
    async run({ website, ...wanted }, c) {
      const waitMs = (await overall.take('all')) || (await daily.take('all'))
      if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
      const discountCode = await constantTimeFloor(FLOOR_MS, async () =>
        website === '' ? signup.signUp(wanted) : signup.pretend(wanted),
      )
      return isForm(c.req.raw)
        ? personalPageResponse(createElement(SignupDone, { discountCode }), { headers: securityHeaders })
        : c.json({ discountCode } satisfies EmailSignupResponse, 200, securityHeaders.forApi)
    },
  })
}
