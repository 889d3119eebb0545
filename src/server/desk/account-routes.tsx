import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { codePoints } from '#contract/submit-review.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { Account } from '#desk/views/account.tsx'
import { readJson } from '#server/http/read-json.ts'
import { PASSWORD_LENGTH } from '#server/services/sign-in.ts'
import type { DeskParts } from './desk-parts.ts'
import type { DeskRoute } from './route.ts'
import type { OperatorVisit } from './visit.tsx'

const newPasskey = z.object({
  name: z.string().trim().min(1).max(100),
  credential: z.looseObject({ id: z.string().max(1024), response: z.looseObject({}) }),
})

/** What everybody may do about their own keys and sessions. */
export function accountRoutes({ desk }: DeskParts): DeskRoute[] {
  async function draw(visit: OperatorVisit, passwordError?: string): Promise<Response> {
    const { operator, sessionId } = visit
    const [sessions, passkeys, hasPassword] = await Promise.all([
      desk.signIn.list(operator.id),
      desk.passkeys.list(operator.id),
      desk.signIn.hasPassword(operator.id),
    ])
    const props = {
      operator,
      sessionId,
      sessions,
      passkeys,
      hasPassword,
      passwordLength: PASSWORD_LENGTH,
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
    { method: 'GET', path: '/account', role: 'read-only', handle: (visit) => draw(visit) },
    {
      method: 'POST',
      path: '/account/password',
      role: 'read-only',
      isSensitive: true,
      async handle(visit) {
        const password = (await visit.form()).get('password') ?? ''
        const { min, max } = PASSWORD_LENGTH
        const length = codePoints(password)
        if (length < min || length > max) return draw(visit, `Please use ${min} to ${max} characters.`)
        await desk.signIn.setPassword(visit.operator, password, visit.sessionId)
        return visit.go(deskPaths.account(), { kind: 'done', text: 'Your password is set.' })
      },
    },
    {
      method: 'POST',
      path: '/account/passkeys/options',
      role: 'read-only',
      isSensitive: true,
      isData: true,
      handle: async (visit) => visit.data(await desk.passkeys.registrationOptions(visit.operator)),
    },
    {
      method: 'POST',
      path: '/account/passkeys',
      role: 'read-only',
      isSensitive: true,
      isData: true,
      async handle(visit) {
        const { data } = newPasskey.safeParse(await readJson(visit.c.req.raw))
        // Checked byte by byte by the library, whose type says no more than that.
        const response = data?.credential as unknown as RegistrationResponseJSON
        const isAdded = data && (await desk.passkeys.register(visit.operator, response, data.name))
        return isAdded ? visit.data({ ok: true }) : visit.data({ error: 'This passkey could not be added.' }, 400)
      },
    },
    {
      method: 'POST',
      path: '/account/passkeys/remove',
      role: 'read-only',
      isSensitive: true,
      async handle(visit) {
        const isGone = await desk.passkeys.remove(visit.operator, (await visit.form()).get('id') ?? '')
        return visit.go(
          deskPaths.account(),
          isGone
            ? { kind: 'done', text: 'The passkey is removed.' }
            : { kind: 'problem', text: 'There is no such passkey.' },
        )
      },
    },
    {
      method: 'POST',
      path: '/account/sessions/:id/end',
      role: 'read-only',
      async handle(visit) {
        await desk.signIn.end(visit.operator.id, visit.id('id'))
        return visit.go(deskPaths.account(), { kind: 'done', text: 'That session has ended.' })
      },
    },
  ]
}
