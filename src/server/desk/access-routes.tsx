import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { DeadLink, OneTimeLink, SignIn } from '#desk/views/sign-in.tsx'
import { counted } from '#domain/display.ts'
import { readJson } from '#server/http/read-json.ts'
import { createLimiter } from '#server/http/throttle.ts'
import type { PasswordResult } from '#server/services/sign-in.ts'
import type { DeskParts } from './desk-parts.ts'
import type { DeskRoute } from './route.ts'
import { createSessionCookie } from './session-cookie.ts'
import type { Visit } from './visit.tsx'

const MINUTE_MS = 60_000
/** Of all e-mails together from one address, and from everywhere together; beyond it even a right password waits. */
const PER_ADDRESS = { count: 30, perMs: 10 * MINUTE_MS }
const OVERALL = { count: 300, perMs: 10 * MINUTE_MS }
/** Two requests a sign-in. Nobody guesses a passkey, so what comes from elsewhere never makes one wait. */
const PASSKEY_PER_ADDRESS = { count: 60, perMs: 10 * MINUTE_MS }

const WRONG = 'This e-mail and password do not belong together.'
const NO_PASSKEY = 'This passkey does not open the desk.'

/** The library checks every byte of an answer; this only makes sure that there is one. */
const assertion = z.looseObject({ id: z.string().max(1024), response: z.looseObject({}) })

/** The way in and out: the only part of the desk that answers strangers. */
export function accessRoutes({ desk, now, publicUrl }: DeskParts): DeskRoute[] {
  const cookie = createSessionCookie(publicUrl)
  const perAddress = createLimiter(PER_ADDRESS, () => now().getTime())
  const overall = createLimiter(OVERALL, () => now().getTime())
  const passkeyTries = createLimiter(PASSKEY_PER_ADDRESS, () => now().getTime())

  /** Undefined while there is nothing to wait for. */
  function refuseHaste(visit: Visit): Response | undefined {
    const seconds = Math.ceil(passkeyTries.take(visit.origin.address) / 1000)
    if (seconds > 0) return visit.data({ error: pausedText(seconds, 'a one-time link') }, 429)
    return undefined
  }

  return [
    {
      method: 'GET',
      path: '/sign-in',
      role: 'nobody',
      handle: (visit) => visit.page({ title: 'Sign in', body: <SignIn next={visit.nextPath(visit.query('next'))} /> }),
    },
    {
      method: 'POST',
      path: '/sign-in',
      role: 'nobody',
      async handle(visit) {
        const fields = await visit.form()
        const email = fields.get('email') ?? ''
        const next = visit.nextPath(fields.get('next') ?? '')
        const { address } = visit.origin
        const seconds = Math.ceil((perAddress.take(address) || overall.take('all')) / 1000)
        const result: PasswordResult =
          seconds > 0
            ? { ok: false, code: 'paused', seconds }
            : await desk.signIn.withPassword(email, (fields.get('password') ?? '').slice(0, 1000), visit.origin)
        if (result.ok) {
          cookie.write(visit.c, result.token)
          return visit.go(next)
        }
        const problem = result.code === 'paused' ? pausedText(result.seconds, 'a passkey or a one-time link') : WRONG
        const body = <SignIn next={next} email={email} problem={problem} />
        return visit.page({ title: 'Sign in', body, status: result.code === 'paused' ? 429 : 422 })
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      role: 'read-only',
      async handle(visit) {
        await desk.signIn.end(visit.operator.id, visit.sessionId)
        cookie.clear(visit.c)
        return visit.go(deskPaths.signIn(), { kind: 'done', text: 'You are signed out.' })
      },
    },
    {
      method: 'GET',
      path: '/link/:token',
      role: 'nobody',
      async handle(visit) {
        const operator = await desk.operators.findLinkOwner(visit.c.req.param('token') ?? '')
        if (!operator) return visit.page({ title: 'Used up', body: <DeadLink />, status: 404 })
        return visit.page({ title: 'Welcome', body: <OneTimeLink email={operator.email} /> })
      },
    },
    {
      method: 'POST',
      path: '/link/:token',
      role: 'nobody',
      async handle(visit) {
        const result = await desk.signIn.withLink(visit.c.req.param('token') ?? '', visit.origin)
        if (!result) return visit.page({ title: 'Used up', body: <DeadLink />, status: 404 })
        cookie.write(visit.c, result.token)
        const [hasPassword, passkeys] = await Promise.all([
          desk.signIn.hasPassword(result.operator.id),
          desk.passkeys.list(result.operator.id),
        ])
        return visit.go(hasPassword || passkeys.length > 0 ? deskPaths.today() : deskPaths.account())
      },
    },
    {
      method: 'POST',
      path: '/passkey/options',
      role: 'nobody',
      isData: true,
      handle: async (visit) => refuseHaste(visit) ?? visit.data(await desk.passkeys.signInOptions()),
    },
    {
      method: 'POST',
      path: '/passkey/sign-in',
      role: 'nobody',
      isData: true,
      async handle(visit) {
        const refusal = refuseHaste(visit)
        if (refusal) return refusal
        const { data } = assertion.safeParse(await readJson(visit.c.req.raw))
        // Checked byte by byte by the library, whose type says no more than that.
        const operator = data && (await desk.passkeys.identify(data as unknown as AuthenticationResponseJSON))
        if (!operator) return visit.data({ error: NO_PASSKEY }, 400)
        const { token } = await desk.signIn.withPasskey(operator, visit.origin)
        cookie.write(visit.c, token)
        return visit.data({ ok: true })
      },
    },
  ]
}

function pausedText(seconds: number, otherWay: string): string {
  const wait = seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return `Too many tries. Please wait ${wait}, or use ${otherWay}.`
}
