import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { createElement } from 'react'
import { emailSignupRequest } from '#contract/email-signup.ts'
import { MESSAGES } from '#contract/messages.ts'
import { AppError } from '#server/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import { methodNotAllowed } from '#server/http/method-not-allowed.ts'
import { noSoonerThan } from '#server/http/no-sooner-than.ts'
import { isForm, readForm } from '#server/http/read-form.ts'
import { readJson } from '#server/http/read-json.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { throttle } from '#server/http/throttle.ts'
import { FormFailed } from '#server/personal-pages/form-failed.tsx'
import { personalPageResponse } from '#server/personal-pages/personal-page.tsx'
import { SignupDone } from '#server/personal-pages/signup-pages.tsx'
import type { SignupService } from '#server/services/signup.ts'

export type EmailSignupParts = {
  signup: SignupService
  securityHeaders: SecurityHeaders
  log: Logger
  limits: Limits
  trustedProxies: number
}

/** Room for a household and a few typing errors; a list of addresses is typed in by nobody. */
const PER_ADDRESS = { count: 10, perMs: 60 * 60 * 1000 }
/** Each of them sends a mail. Only what could be one counts: empty bodies use up nothing that visitors share. */
const OVERALL = { count: 600, perMs: 60 * 1000 }
/** Sign-ups are kept, so a minute's limit alone would let strangers fill the disk: this is at most 20 MB a day. */
const PER_DAY = { count: 10_000, perMs: 24 * 60 * 60 * 1000 }
/** A new address costs a few writes, a known one and the honeypot almost nothing: none of them answers sooner. */
const SAME_TIME_MS = 250

/** Takes JSON from the page's script, and the plain form when there is no script: that one is answered by a page. */
export function emailSignup({ signup, securityHeaders, log, limits, trustedProxies }: EmailSignupParts): Hono {
  const app = new Hono()
  const overall = limits('email-signup overall', OVERALL)
  const daily = limits('email-signup day', PER_DAY)

  function refuse(c: Context, status: ContentfulStatusCode, code: string, message: string, extra = {}): Response {
    if (!isForm(c.req.raw)) return c.json({ error: { code, message } }, status, { ...securityHeaders.forApi, ...extra })
    const page = { title: 'Not signed up', eyebrow: 'Newsletter', message, formPath: '/#newsletter' }
    return personalPageResponse(createElement(FormFailed, page), { headers: securityHeaders, status, extra })
  }

  function refuseForNow(c: Context, seconds: number): Response {
    const headers = { 'retry-after': String(seconds) }
    return refuse(c, 429, 'too_many_requests', MESSAGES.tooManyRequests, headers)
  }

  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error.status, error.code, error.message)
    log.error({ err: error, requestId: c.get('requestId') }, 'signup failed')
    return refuse(c, 503, 'signup_failed', MESSAGES.signupFailed)
  })

  app.post(
    '/',
    throttle({ name: 'email-signup', perAddress: PER_ADDRESS, limits, trustedProxies, refuse: refuseForNow }),
    async (c) => {
      const request = emailSignupRequest.safeParse(
        isForm(c.req.raw) ? await readForm(c.req.raw) : await readJson(c.req.raw),
      )
      if (!request.success) {
        const isAboutEmail = request.error.issues.some(({ path }) => path[0] === 'email')
        return refuse(c, 400, 'invalid_request', isAboutEmail ? MESSAGES.emailInvalid : 'Invalid request')
      }
      const waitMs = (await overall.take('all')) || (await daily.take('all'))
      if (waitMs > 0) return refuseForNow(c, Math.ceil(waitMs / 1000))
      const { website, ...wanted } = request.data
      const discountCode = await noSoonerThan(SAME_TIME_MS, async () =>
        website === '' ? signup.signUp(wanted) : signup.pretend(wanted),
      )
      if (!isForm(c.req.raw)) return c.json({ discountCode }, 200, securityHeaders.forApi)
      return personalPageResponse(createElement(SignupDone, { discountCode }), { headers: securityHeaders })
    },
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
