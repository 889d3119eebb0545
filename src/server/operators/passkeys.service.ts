import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Operator } from '#domain/operators/operator.ts'
import { actorOf } from '#server/platform/audit/actor.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { findAccess, lockTeam } from './operators.queries.ts'
import type { PasskeyLine } from './operators.views.ts'
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
  takeChallenge,
} from './passkeys.queries.ts'
import { notifyOperator } from './security-notices.ts'
import { deleteOtherSessions } from './sessions.queries.ts'

/** 'last': an operator who signs in with passkeys only keeps at least one. */
export type RemoveResult = 'removed' | 'unknown' | 'last'

const CHALLENGE_MS = 5 * 60 * 1000
const SHOP_NAME = 'Bloomera desk'

/** Imported lazily: a quarter of a second and megabytes of certificate formats. */
const webAuthn = () => import('@simplewebauthn/server')

export type PasskeyService = ReturnType<typeof createPasskeyService>

export function createPasskeyService({ orm }: Database, publicUrl: URL, now: () => Date) {
  const expected = { expectedOrigin: publicUrl.origin, expectedRPID: publicUrl.hostname, requireUserVerification: true }

  async function remember(challenge: string, operatorId: string | null): Promise<void> {
    const at = now()
    await insertChallenge(orm, { challenge, operatorId, expiresAt: new Date(at.getTime() + CHALLENGE_MS) })
  }

  return {
    list: (operatorId: string): Promise<PasskeyLine[]> => listPasskeys(orm, operatorId),

    async registrationOptions(operator: Operator) {
      const { generateRegistrationOptions } = await webAuthn()
      const known = await listPasskeys(orm, operator.id)
      const options = await generateRegistrationOptions({
        rpName: SHOP_NAME,
        rpID: publicUrl.hostname,
        userID: new TextEncoder().encode(operator.id),
        userName: operator.email,
        userDisplayName: operator.name,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await remember(options.challenge, operator.id)
      return options
    },

    /** Returns true if the passkey is genuine and new. */
    async register(
      operator: Operator,
      response: RegistrationResponseJSON,
      name: string,
      origin: Origin,
    ): Promise<boolean> {
      const { verifyRegistrationResponse } = await webAuthn()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response,
        expectedChallenge: (challenge) => takeChallenge(orm, challenge, operator.id, now()),
      }).catch(refused)
      if (!verified || !registrationInfo) return false
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      return orm.transaction(async (tx) => {
        const stored = { id, name, counter, transports, publicKey: Buffer.from(publicKey).toString('base64url') }
        if (!(await insertPasskey(tx, { ...stored, operatorId: operator.id, createdAt: now() }))) return false
        await addAudit(tx, { ...entry(operator), action: 'operator.passkey-add', before: null, after: { name } })
        await notifyOperator(tx, operator, { event: 'passkey-added', cause: id, origin, at: now() })
        return true
      })
    },

    async signInOptions() {
      const { generateAuthenticationOptions } = await webAuthn()
      const options = await generateAuthenticationOptions({ rpID: publicUrl.hostname, userVerification: 'required' })
      await remember(options.challenge, null)
      return options
    },

    /** The operator whose passkey signed the challenge; undefined if none did. */
    async identify(response: AuthenticationResponseJSON): Promise<Operator | undefined> {
      const passkey = await findPasskey(orm, response.id)
      if (!passkey) return undefined
      const { verifyAuthenticationResponse } = await webAuthn()
      const { id, counter, publicKey } = passkey
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        response,
        expectedChallenge: (challenge) => takeChallenge(orm, challenge, null, now()),
        credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
      }).catch(refused)
      if (!verified || !authenticationInfo) return undefined
      await markPasskeyUsed(orm, id, authenticationInfo.newCounter, now())
      return passkey.operator
    },

    /** Also ends the operator's other sessions: the phone that held it may be stolen. */
    remove: (operator: Operator, id: string, sessionId: string): Promise<RemoveResult> =>
      orm.transaction(async (tx) => {
        await lockTeam(tx)
        const access = await findAccess(tx, operator.id)
        if (access?.requiresPasskey && (await countPasskeys(tx, operator.id)) === 1) return 'last'
        const name = await deletePasskey(tx, operator.id, id)
        if (name === undefined) return 'unknown'
        await deleteOtherSessions(tx, operator.id, sessionId)
        await addAudit(tx, { ...entry(operator), action: 'operator.passkey-remove', before: { name }, after: null })
        return 'removed'
      }),
  }
}

/** The library throws on every invalid response; the reason makes no difference. */
function refused(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false }
}

function entry(operator: Operator) {
  return { ...actorOf(operator), subjectKind: 'operator', subjectId: operator.id }
}
