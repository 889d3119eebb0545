import { isEmailAddress } from '#contract/email-address.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { DeadLink, EmailLink, LinkSent, OneTimeLink } from '#desk/views/operators/sign-in.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import { createAccessCookies } from '#server/desk/session-cookie.ts'
import type { Visit } from '#server/desk/visit.tsx'
import { type DoorDeps, limitUnknownBrowsers } from './door-limits.ts'
import type { PasskeyPolicy } from './passkey-policy.service.ts'
import type { SignInLinkService } from './sign-in-links.service.ts'
import type { SignInService } from './sign-in.service.ts'
import { waitText } from './wait-text.ts'

/** Per-address limit of link requests; links per operator are limited separately. */
const PER_ADDRESS = { count: 10, perMs: 10 * 60_000 }

const WRONG_CODE = 'That code isn’t right, or it was used before.'
const RECOVERED =
  'You’re in, and signed out everywhere else. Remove the passkey of the phone you lost, and add a new one.'

export type LinkDeps = {
  signIn: SignInService
  signInLinks: SignInLinkService
  passkeyPolicy: PasskeyPolicy
  publicUrl: URL
} & DoorDeps

/** One-time links: by email, from an owner, or from the command line. */
export function linkRoutes(deps: LinkDeps): DeskRoute[] {
  const { signIn, signInLinks, passkeyPolicy, publicUrl } = deps
  const cookies = createAccessCookies(publicUrl)
  const waitForLink = limitUnknownBrowsers(deps, 'sign-in link', PER_ADDRESS)

  function usedUp(visit: Visit): Response {
    return visit.page({ title: 'This link no longer works', body: <DeadLink />, status: 404 })
  }

  async function showLink(visit: Visit, token: string, problem?: string): Promise<Response> {
    const link = await signIn.openLink(token)
    if (!link) return usedUp(visit)
    const { operator, needsCode, hasCodes } = link
    const body = <OneTimeLink email={operator.email} needsCode={needsCode} hasCodes={hasCodes} problem={problem} />
    return visit.page({ title: 'Welcome', body, status: problem ? 422 : 200 })
  }

  async function recover(visit: Visit, token: string, code: string): Promise<Response> {
    const result = await signIn.withRecoveryCode(token, code.slice(0, 100), visit.origin)
    if (!result) return usedUp(visit)
    if (!result.ok)
      return showLink(visit, token, result.code === 'wrong' ? WRONG_CODE : waitText(result.seconds, 'your passkey'))
    cookies.write(visit.c, result)
    return visit.go(deskPaths.account(), { kind: 'done', text: RECOVERED })
  }

  return [
    {
      method: 'GET',
      path: '/sign-in/link',
      role: 'nobody',
      handle: (visit) => visit.page({ title: 'Sign in by email', body: <EmailLink /> }),
    },
    {
      method: 'POST',
      path: '/sign-in/link',
      role: 'nobody',
      async handle(visit) {
        const email = ((await visit.form()).get('email') ?? '').trim()
        const seconds = await waitForLink(visit)
        const isPaused = seconds > 0
        const problem = isPaused
          ? waitText(seconds, 'your passkey')
          : isEmailAddress(email)
            ? undefined
            : 'Enter your email address.'
        if (problem) {
          const body = <EmailLink email={email} problem={problem} />
          return visit.page({ title: 'Sign in by email', body, status: isPaused ? 429 : 422 })
        }
        signInLinks.request(email, visit.origin.address)
        return visit.page({ title: 'Check your email', body: <LinkSent /> })
      },
    },
    {
      method: 'GET',
      path: '/link/:token',
      role: 'nobody',
      handle: (visit) => showLink(visit, visit.c.req.param('token') ?? ''),
    },
    {
      method: 'POST',
      path: '/link/:token',
      role: 'nobody',
      async handle(visit) {
        const token = visit.c.req.param('token') ?? ''
        const link = await signIn.openLink(token)
        if (!link) return usedUp(visit)
        if (link.needsCode) return recover(visit, token, (await visit.form()).get('code') ?? '')
        const result = await signIn.withLink(token, visit.origin)
        if (!result) return usedUp(visit)
        cookies.write(visit.c, result)
        const access = await passkeyPolicy.access(result.operator.id)
        return visit.go(access?.hasPassword || access?.hasPasskey ? deskPaths.today() : deskPaths.account())
      },
    },
  ]
}
