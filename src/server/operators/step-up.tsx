import { deskPaths } from '#desk/desk-paths.ts'
import { ConfirmSignIn } from '#desk/views/operators/confirm-sign-in.tsx'
import { CONFIRMATION_FIELD, confirmationAt } from '#domain/operators/fresh-sign-in.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { PasskeyPolicy } from './passkey-policy.service.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInService } from './sign-in.service.ts'
import { waitText } from './wait-text.ts'

const CONFIRM = 'Confirm it’s you first.'

export type ConfirmTarget = {
  /** Where the form is sent with the confirmation. */
  action: string
  /** The original fields, sent again. */
  fields: Iterable<[string, string]>
  back: string
}

export type ConfirmationDeps = {
  passkeyPolicy: PasskeyPolicy
  signIn: SignInService
  sessions: SessionService
  now: () => Date
}

/** Step-up: asks operators to confirm their identity before a sensitive action. */
export function createConfirmation({ passkeyPolicy, signIn, sessions, now }: ConfirmationDeps) {
  async function page(visit: OperatorVisit, target: ConfirmTarget, problem?: string): Promise<Response> {
    const access = await passkeyPolicy.access(visit.operator.id)
    const props = {
      ...target,
      problem,
      email: visit.operator.email,
      hasPassword: access?.hasPassword === true && !access.requiresPasskey,
      hasPasskey: access?.hasPasskey === true,
    }
    return visit.page({ title: 'Confirm it’s you', body: <ConfirmSignIn {...props} />, status: problem ? 422 : 409 })
  }

  /** Verifies the password in the form, if there is one; undefined once the operator is confirmed. */
  async function check(visit: OperatorVisit, password: string | null): Promise<string | undefined> {
    if (password === null) return CONFIRM
    const result = await signIn.confirmPassword(visit.operator, password.slice(0, 1000), visit.origin)
    if (!result.ok) return result.code === 'wrong' ? 'That’s not your password.' : waitText(result.seconds, 'a passkey')
    await sessions.confirm(visit.sessionId)
    visit.session.confirmedAt = confirmationAt(now()).confirmedAt
    return undefined
  }

  return {
    page,
    check,

    /**
     * The response to send instead; undefined if the form came with the correct password. The form is shown again with all
     * its fields, so it is sent again and executed once.
     */
    async ask(visit: OperatorVisit, route: DeskRoute): Promise<Response | undefined> {
      if (route.isData) return visit.data({ error: CONFIRM, isUnconfirmed: true }, 409)
      const { req } = visit.c
      const back = visit.nextPath(req.header('referer') ?? '')
      if (route.method === 'GET') {
        const { pathname, search } = new URL(req.url)
        const file = route.role !== 'nobody' && route.isFile ? 'yes' : undefined
        return visit.go(deskPaths.confirm({ next: pathname + search, back, file }))
      }
      const fields = await visit.form()
      const password = fields.get(CONFIRMATION_FIELD)
      fields.delete(CONFIRMATION_FIELD)
      const problem = await check(visit, password)
      if (problem === undefined) return undefined
      return page(visit, { action: req.path, fields, back }, password === null ? undefined : problem)
    },

    keep: (visit: OperatorVisit): Promise<void> => sessions.keepFresh(visit.session),
  }
}
