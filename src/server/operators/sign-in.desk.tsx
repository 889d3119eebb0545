import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { deskPaths } from '#desk/desk-paths.ts'
import { SignIn } from '#desk/views/operators/sign-in.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import { createAccessCookies } from '#server/desk/session-cookie.ts'
import type { Visit } from '#server/desk/visit.tsx'
import { readJson } from '#server/platform/http/read-json.ts'
import { limitStrangers, limitUnknownBrowsers } from './door-limits.ts'
import { assertion } from './passkey-answer.ts'
import type { PasskeyService } from './passkeys.service.ts'
import type { SessionService } from './sessions.service.ts'
import { linkRoutes, type LinkDeps } from './sign-in-link.desk.tsx'
import type { SignInService, PasswordResult } from './sign-in.service.ts'
import { waitText } from './wait-text.ts'

const MINUTE_MS = 60_000
/**
 * Of unknown browsers, in all processes together; wrong tries are also counted per account. Browsers that have signed
 * in before are exempt, so that a flood from elsewhere never locks them out.
 */
const PER_ADDRESS = { count: 30, perMs: 10 * MINUTE_MS }
const OVERALL = { count: 300, perMs: 10 * MINUTE_MS }
/** Two requests per sign-in. A passkey can't be guessed, so there is no global limit. */
const PASSKEY_PER_ADDRESS = { count: 60, perMs: 10 * MINUTE_MS }

const WRONG = 'That email and password don’t match, or the account signs in with a passkey only.'
const NO_PASSKEY = 'This passkey doesn’t belong to anyone on the team.'
const OTHER_WAYS = 'a passkey, an emailed link, or a browser you’ve signed in from before'

/**
 * The session cookie is cleared by name, so that the browser stays known; "cookies" is added to forget it. (That also
 * clears the cookies of every other site on the same domain.)
 */
const CLEAR_SITE_DATA = { keep: '"cache", "storage"', forget: '"cache", "cookies", "storage"' }

type AccessDeps = {
  signIn: SignInService
  sessions: SessionService
  passkeys: PasskeyService
  publicUrl: URL
} & LinkDeps

/** Sign-in and sign-out: the only part of the desk open to strangers. */
export function accessRoutes(deps: AccessDeps): DeskRoute[] {
  const { signIn, sessions, passkeys, limits, publicUrl } = deps
  const cookies = createAccessCookies(publicUrl)
  const waitForPassword = limitStrangers(deps, 'sign-in', PER_ADDRESS)
  const overall = limits('sign-in overall', OVERALL)
  const waitForPasskey = limitUnknownBrowsers(deps, 'passkey', PASSKEY_PER_ADDRESS)

  /** Undefined if there is no need to wait. */
  async function refuseIfThrottled(visit: Visit): Promise<Response | undefined> {
    const seconds = await waitForPasskey(visit)
    if (seconds > 0) return visit.data({ error: waitText(seconds, 'an emailed link') }, 429)
    return undefined
  }

  async function tryPassword(visit: Visit, email: string, password: string): Promise<PasswordResult> {
    const { origin } = visit
    if (!(await signIn.knowsDevice(email, origin.deviceToken))) {
      const seconds = (await waitForPassword(visit)) || Math.ceil((await overall.take('all')) / 1000)
      if (seconds > 0) return { ok: false, code: 'paused', seconds }
    }
    return signIn.withPassword(email, password.slice(0, 1000), origin)
  }

  return [
    {
      method: 'GET',
      path: '/sign-in',
      role: 'nobody',
      handle: (visit) =>
        visit.page({
          title: 'Sign in',
          body: <SignIn next={visit.pathIn('next')} isSignedOut={visit.query('out') === 'yes'} />,
        }),
    },
    {
      method: 'POST',
      path: '/sign-in',
      role: 'nobody',
      async handle(visit) {
        const fields = await visit.form()
        const email = fields.get('email') ?? ''
        const next = visit.nextPath(fields.get('next') ?? '')
        const result = await tryPassword(visit, email, fields.get('password') ?? '')
        if (result.ok) {
          cookies.write(visit.c, result)
          return visit.go(next)
        }
        const problem = result.code === 'paused' ? waitText(result.seconds, OTHER_WAYS) : WRONG
        const body = <SignIn next={next} email={email} problem={problem} />
        return visit.page({ title: 'Sign in', body, status: result.code === 'paused' ? 429 : 422 })
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        const { operator, sessionId, origin } = visit
        const isForgotten = (await visit.form()).get('forget') === 'yes'
        await sessions.end(operator.id, sessionId)
        if (isForgotten && origin.deviceToken) await sessions.forgetThisDevice(operator.id, origin.deviceToken)
        cookies.clear(visit.c, isForgotten)
        visit.c.header('clear-site-data', isForgotten ? CLEAR_SITE_DATA.forget : CLEAR_SITE_DATA.keep)
        // In the URL, because a flash message is a cookie and may be cleared with the others.
        return visit.go(deskPaths.signedOut())
      },
    },
    ...linkRoutes(deps),
    {
      method: 'POST',
      path: '/passkey/options',
      role: 'nobody',
      isData: true,
      handle: async (visit) => (await refuseIfThrottled(visit)) ?? visit.data(await passkeys.signInOptions()),
    },
    {
      method: 'POST',
      path: '/passkey/sign-in',
      role: 'nobody',
      isData: true,
      async handle(visit) {
        const refusal = await refuseIfThrottled(visit)
        if (refusal) return refusal
        const { data } = assertion.safeParse(await readJson(visit.c.req.raw))
        // The library validates every byte; its type says no more.
        const operator = data && (await passkeys.identify(data as unknown as AuthenticationResponseJSON))
        if (!operator) return visit.data({ error: NO_PASSKEY }, 400)
        cookies.write(visit.c, await signIn.withPasskey(operator, visit.origin))
        return visit.data({ ok: true })
      },
    },
  ]
}
