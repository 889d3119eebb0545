import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { deskPaths } from '#desk/desk-paths.ts'
import { Download } from '#desk/views/operators/confirm-sign-in.tsx'
import { CONFIRMATION_FIELD, isFresh } from '#domain/operators/fresh-sign-in.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { readJson } from '#server/platform/http/read-json.ts'
import { assertion } from './passkey-answer.ts'
import type { PasskeyService } from './passkeys.service.ts'
import type { SessionService } from './sessions.service.ts'
import { createConfirmation, type ConfirmTarget, type ConfirmationDeps } from './step-up.tsx'

type ConfirmDeps = { passkeys: PasskeyService; sessions: SessionService; now: () => Date } & ConfirmationDeps

/** The confirmation page before a download or a script's request; forms are confirmed in place. */
export function confirmRoutes(deps: ConfirmDeps): DeskRoute[] {
  const { passkeys, sessions, now } = deps
  const confirmation = createConfirmation(deps)

  function target(next: string, back: string, file: string): ConfirmTarget {
    const fields: [string, string][] = [
      ['next', next],
      ['back', back],
      ['file', file],
    ]
    return { action: deskPaths.confirm(), fields, back }
  }

  function proceed(visit: OperatorVisit, next: string, back: string, file: string): Response {
    return visit.go(file === 'yes' ? deskPaths.download({ next, back }) : next)
  }

  return [
    {
      method: 'GET',
      path: '/confirm',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        const [next, back, file] = [visit.pathIn('next'), visit.pathIn('back'), visit.query('file')]
        if (isFresh(visit.session, now())) return proceed(visit, next, back, file)
        return confirmation.page(visit, target(next, back, file))
      },
    },
    {
      method: 'POST',
      path: '/confirm',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        const fields = await visit.form()
        const [next, back] = [visit.nextPath(fields.get('next') ?? ''), visit.nextPath(fields.get('back') ?? '')]
        const file = fields.get('file') ?? ''
        // Without a password if a passkey has just confirmed it.
        const problem = isFresh(visit.session, now())
          ? undefined
          : await confirmation.check(visit, fields.get(CONFIRMATION_FIELD))
        return problem ? confirmation.page(visit, target(next, back, file), problem) : proceed(visit, next, back, file)
      },
    },
    {
      method: 'GET',
      path: '/confirm/download',
      role: 'read-only',
      isForSetup: true,
      handle: (visit) =>
        visit.page({
          title: 'Download',
          body: <Download href={visit.pathIn('next')} back={visit.pathIn('back')} />,
        }),
    },
    {
      method: 'POST',
      path: '/confirm/passkey/options',
      role: 'read-only',
      isForSetup: true,
      isData: true,
      handle: async (visit) => visit.data(await passkeys.signInOptions()),
    },
    {
      method: 'POST',
      path: '/confirm/passkey',
      role: 'read-only',
      isForSetup: true,
      isData: true,
      async handle(visit) {
        const { data } = assertion.safeParse(await readJson(visit.c.req.raw))
        // The library validates every byte; its type says no more.
        const operator = data && (await passkeys.identify(data as unknown as AuthenticationResponseJSON))
        if (operator?.id !== visit.operator.id) return visit.data({ error: 'This passkey isn’t yours.' }, 400)
        await sessions.confirm(visit.sessionId)
        return visit.data({ ok: true })
      },
    },
  ]
}
