import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { Account } from '#desk/views/operators/account.tsx'
import { NewRecoveryCodes } from '#desk/views/operators/recovery-codes.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { readJson } from '#server/platform/http/read-json.ts'
import { assertion } from './passkey-answer.ts'
import type { PasskeyPolicy } from './passkey-policy.service.ts'
import type { PasskeyService, RemoveResult } from './passkeys.service.ts'
import type { PasswordService } from './passwords.service.ts'
import { POLICY_PROBLEMS } from './policy-problems.ts'
import type { RecoveryCodeService } from './recovery-codes.service.ts'
import { sessionRoutes, type SessionDeps } from './sessions.desk.ts'
import type { SessionService } from './sessions.service.ts'

const newPasskey = z.object({ name: z.string().trim().min(1).max(100), credential: assertion })

const REMOVED: Record<RemoveResult, { kind: 'done' | 'problem'; text: string }> = {
  removed: { kind: 'done', text: 'Passkey removed. Your other sessions have ended.' },
  unknown: { kind: 'problem', text: 'Passkey not found.' },
  last: { kind: 'problem', text: 'This is your only passkey, and you sign in with passkeys only. Add another first.' },
}

type AccountDeps = {
  sessions: SessionService
  passkeys: PasskeyService
  passkeyPolicy: PasskeyPolicy
  passwords: PasswordService
  recoveryCodes: RecoveryCodeService
  now: () => Date
  publicUrl: URL
} & SessionDeps

/** Operators manage their own keys and sessions here. */
export function accountRoutes(deps: AccountDeps): DeskRoute[] {
  const { sessions, passkeys, passkeyPolicy, passwords, recoveryCodes, now, publicUrl } = deps

  async function render(visit: OperatorVisit, passwordError?: string): Promise<Response> {
    const { operator, sessionId, origin } = visit
    const [openSessions, devices, ownPasskeys, access] = await Promise.all([
      sessions.list(operator.id),
      sessions.listDevices(operator.id, origin.deviceToken),
      passkeys.list(operator.id),
      passkeyPolicy.access(operator.id),
    ])
    if (!access) throw new AppError('not_found', 'You’re no longer on the team.', 404)
    const passkeyName = visit.query('passkeyName').slice(0, 100)
    const props = {
      operator,
      sessionId,
      sessions: openSessions,
      devices,
      passkeys: ownPasskeys,
      access,
      passkeyName,
      passwordError,
    }
    return visit.page({
      title: 'Account',
      section: 'account',
      body: <Account {...props} />,
      status: passwordError ? 422 : 200,
    })
  }

  return [
    { method: 'GET', path: '/account', role: 'read-only', isForSetup: true, handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/account/password',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      async handle(visit) {
        const { operator, sessionId, origin } = visit
        const password = (await visit.form()).get('password') ?? ''
        const problem = await passwords.set(operator, password, sessionId, origin)
        if (problem) return render(visit, problem)
        return visit.go(deskPaths.account(), { kind: 'done', text: 'Password saved.' })
      },
    },
    {
      method: 'POST',
      path: '/account/passkeys/options',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      isData: true,
      handle: async (visit) => visit.data(await passkeys.registrationOptions(visit.operator)),
    },
    {
      method: 'POST',
      path: '/account/passkeys',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      isData: true,
      async handle(visit) {
        const { data } = newPasskey.safeParse(await readJson(visit.c.req.raw))
        // The library validates every byte; its type says no more.
        const response = data?.credential as unknown as RegistrationResponseJSON
        const isAdded = data && (await passkeys.register(visit.operator, response, data.name, visit.origin))
        return isAdded ? visit.data({ ok: true }) : visit.data({ error: 'This passkey couldn’t be added.' }, 400)
      },
    },
    {
      method: 'POST',
      path: '/account/passkeys/remove',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      async handle(visit) {
        const id = (await visit.form()).get('id') ?? ''
        const result = await passkeys.remove(visit.operator, id, visit.sessionId)
        return visit.go(deskPaths.account(), REMOVED[result])
      },
    },
    {
      method: 'POST',
      path: '/account/recovery-codes',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      // A page, not a redirect: the codes are shown once and don't belong in a cookie.
      async handle(visit) {
        const { operator, origin } = visit
        const codes = await recoveryCodes.replace(operator, origin)
        const address = new URL(deskPaths.signIn(), publicUrl).href
        const body = <NewRecoveryCodes email={operator.email} codes={codes} createdAt={now()} address={address} />
        return visit.page({ title: 'Recovery codes', section: 'account', body })
      },
    },
    {
      method: 'POST',
      path: '/account/passkey-only',
      role: 'read-only',
      isForSetup: true,
      isSensitive: true,
      async handle(visit) {
        const isOn = (await visit.form()).get('isOn') === 'yes'
        const result = await passkeyPolicy.setFor(visit.operator.id, isOn, visit)
        const text = isOn ? 'You now sign in with passkeys only.' : 'You can sign in with your password again.'
        return visit.go(
          deskPaths.account(),
          result.ok ? { kind: 'done', text } : { kind: 'problem', text: POLICY_PROBLEMS[result.code] },
        )
      },
    },
    ...sessionRoutes(deps),
  ]
}
