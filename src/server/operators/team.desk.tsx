import { deskPaths } from '#desk/desk-paths.ts'
import type { Flash } from '#desk/ui/flash-message.tsx'
import { Team } from '#desk/views/operators/team.tsx'
import { isRole, type Role } from '#domain/operators/roles.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import type { PasskeyPolicy, PolicyResult } from './passkey-policy.service.ts'
import { POLICY_PROBLEMS } from './policy-problems.ts'
import type { SessionService } from './sessions.service.ts'
import type { OperatorService, TeamResult } from './team.service.ts'

const PROBLEMS = {
  ...POLICY_PROBLEMS,
  invalid_email: 'Enter an email address.',
  already_there: 'This person is already on the team.',
  last_owner: 'The shop needs at least one owner.',
}

type TeamDeps = { operators: OperatorService; passkeyPolicy: PasskeyPolicy; sessions: SessionService; publicUrl: URL }

export function teamRoutes({ operators, passkeyPolicy, sessions, publicUrl }: TeamDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, failed?: { email: string; problem: string }): Promise<Response> {
    const [members, isPasskeyOnly] = await Promise.all([operators.list(), passkeyPolicy.isForTeam()])
    const body = <Team members={members} ownId={visit.operator.id} isPasskeyOnly={isPasskeyOnly} {...failed} />
    return visit.page({ title: 'Team', section: 'team', body, status: failed ? 422 : 200 })
  }

  function invitation(text: string, token: string): Flash {
    return {
      kind: 'done',
      text,
      copy: { label: 'Invitation link', text: new URL(deskPaths.link(token), publicUrl).href },
    }
  }

  function back(visit: OperatorVisit, result: TeamResult | PolicyResult, text: string): Response {
    return visit.go(
      deskPaths.team(),
      result.ok ? { kind: 'done', text } : { kind: 'problem', text: PROBLEMS[result.code] },
    )
  }

  function readRole(fields: URLSearchParams): Role {
    const role = fields.get('role')
    if (!isRole(role)) throw new AppError('invalid_request', 'Choose a role.', 400)
    return role
  }

  return [
    { method: 'GET', path: '/team', role: 'owner', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/team',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const fields = await visit.form()
        const email = fields.get('email') ?? ''
        const result = await operators.add(email, readRole(fields), visit.actor)
        if (!result.ok) return render(visit, { email, problem: PROBLEMS[result.code] })
        const text = `Send this link to ${result.operator.email}. It works once, within an hour.`
        return visit.go(deskPaths.team(), invitation(text, result.token))
      },
    },
    {
      method: 'POST',
      path: '/team/passkey-only',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const isOn = (await visit.form()).get('isOn') === 'yes'
        const text = isOn ? 'Passkeys are now required for the whole team.' : 'Passwords are allowed again.'
        return back(visit, await passkeyPolicy.setForTeam(isOn, visit), text)
      },
    },
    {
      method: 'POST',
      path: '/team/:id/passkey-only',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const isOn = (await visit.form()).get('isOn') === 'yes'
        const text = isOn ? 'They now sign in with a passkey only.' : 'Their password is allowed again.'
        return back(visit, await passkeyPolicy.setFor(visit.id('id'), isOn, visit), text)
      },
    },
    {
      method: 'POST',
      path: '/team/:id/sessions/end',
      role: 'owner',
      async handle(visit) {
        await sessions.endAll(visit.id('id'), visit.actor)
        return visit.go(deskPaths.team(), { kind: 'done', text: 'All their sessions ended.' })
      },
    },
    {
      method: 'POST',
      path: '/team/:id/link',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const token = await operators.createLink(visit.id('id'), visit.actor)
        if (token === undefined) return visit.go(deskPaths.team(), { kind: 'problem', text: PROBLEMS.not_found })
        return visit.go(deskPaths.team(), invitation('New link created. It works once, within an hour.', token))
      },
    },
    {
      method: 'POST',
      path: '/team/:id/role',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const role = readRole(await visit.form())
        return back(visit, await operators.changeRole(visit.id('id'), role, visit.actor), 'Role changed.')
      },
    },
    {
      method: 'POST',
      path: '/team/:id/remove',
      role: 'owner',
      isSensitive: true,
      handle: async (visit) =>
        back(visit, await operators.remove(visit.id('id'), visit.actor), 'Removed from the team.'),
    },
  ]
}
