import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { confirmationAt } from '#domain/operators/fresh-sign-in.ts'
import type { Operator, SignInMethod } from '#domain/operators/operator.ts'
import { normalizeRecoveryCode } from '#domain/operators/recovery-code.ts'
import { retentionMs } from '#domain/time/retention.ts'
import { actorOf } from '#server/platform/audit/actor.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { forgetDevices, forgetOldDevices, isDeviceOf, isDeviceToken, rememberDevice } from './devices.queries.ts'
import {
  deleteLinks,
  findLink,
  findOperator,
  findPasswordLogin,
  lockOperator,
  type OpenLink,
  takeLink,
  unlockOperator,
} from './operators.queries.ts'
import type { Lane, PasswordHasher } from './password-hash.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.queries.ts'
import { hashRecoveryCode } from './recovery-codes.service.ts'
import { hashToken, newToken } from './secret-token.ts'
import { notifyOperator } from './security-notices.ts'
import { deleteAllSessions, insertSession } from './sessions.queries.ts'
import { IDLE_MS } from './sessions.service.ts'
import { createSignInTries, TALLIES } from './sign-in-tries.ts'

/** The tokens go into cookies and are stored nowhere else. */
export type SignedIn = { ok: true; token: string; deviceToken: string; operator: Operator }
export type Refused = { ok: false; code: 'wrong' } | { ok: false; code: 'paused'; seconds: number }
export type PasswordResult = SignedIn | Refused

type SignInDeps = { database: Database; hasher: PasswordHasher; log: Logger; now: () => Date }

/** Number of wrong tries before the operator is notified; once a day. */
const NOTIFY_AFTER = 3
const CROWDED: Refused = { ok: false, code: 'paused', seconds: 10 }

export type SignInService = ReturnType<typeof createSignInService>

export function createSignInService({ database, hasher, log, now }: SignInDeps) {
  const { orm } = database
  const tries = createSignInTries(database, now)
  /** Verified if the account doesn't exist or has no password, so that both responses take as long. */
  let decoyHash: Promise<string> | undefined

  async function startSession(tx: Orm, operator: Operator, method: SignInMethod, origin: Origin): Promise<SignedIn> {
    const token = newToken()
    const at = now()
    const seenFrom = { ipAddress: origin.address.slice(0, 64), userAgent: origin.userAgent.slice(0, 300) }
    await insertSession(tx, {
      id: randomUUID(),
      operatorId: operator.id,
      token: hashToken(token),
      method,
      expiresAt: new Date(at.getTime() + IDLE_MS),
      ...seenFrom,
      createdAt: at,
      updatedAt: at,
      ...confirmationAt(at),
    })
    await addAudit(tx, { ...entry(operator), action: 'operator.sign-in', before: null, after: { method } })

    // A token that was not issued here may have been planted by someone who knows it.
    const { deviceToken: brought } = origin
    const isOurs = brought !== undefined && (await isDeviceToken(tx, hashToken(brought)))
    const deviceToken = isOurs ? brought : newToken()
    const device = { id: randomUUID(), operatorId: operator.id, tokenHash: hashToken(deviceToken) }
    // Not left to the retention job: whether this browser is new must not depend on when that ran.
    await forgetOldDevices(tx, new Date(at.getTime() - retentionMs('unused-devices')))
    if (await rememberDevice(tx, { ...device, ...seenFrom, createdAt: at, usedAt: at }))
      await reportNewDevice(tx, operator, device.id, method, origin)
    return { ok: true, token, deviceToken, operator }
  }

  async function reportNewDevice(
    tx: Orm,
    operator: Operator,
    deviceId: string,
    method: SignInMethod,
    origin: Origin,
  ): Promise<void> {
    const after = { method, address: origin.address }
    log.warn({ operator: operator.id, ...after }, 'operator signed in from a new browser')
    await addAudit(tx, { ...entry(operator), action: 'operator.new-device', before: null, after })
    // The email about the recovery code already covers it.
    if (method === 'recovery') return
    await notifyOperator(tx, operator, { event: 'new-device', cause: deviceId, origin, at: now() })
  }

  async function isRightPassword(hash: string | null | undefined, password: string, lane: Lane): Promise<boolean> {
    const decoy = await (decoyHash ??= hasher.hash(newToken()))
    const isRight = await hasher.verify(password, hash ?? decoy, lane)
    return isRight && typeof hash === 'string'
  }

  type Failure = {
    what: 'password' | 'confirmation' | 'recovery code'
    /** Undefined for an account that doesn't exist: logged and counted, but there's no one to notify. */
    operator: Operator | undefined
    tallies: Parameters<typeof tries.keep>[1]
    failures: number
    origin: Origin
    /** True if the operator has signed in from this browser before. */
    from: 'known browser' | 'unknown browser'
  }

  async function recordFailure({ what, operator, tallies, failures, origin, from }: Failure): Promise<void> {
    const { address } = origin
    log.warn({ operator: operator?.id, what, from, address, failures }, 'sign-in failed')
    await orm.transaction(async (tx) => {
      await tries.keep(tx, tallies)
      if (!operator) return
      await addAudit(tx, {
        operatorId: null,
        actor: 'not signed in',
        ...subject(operator),
        action: 'operator.sign-in-failed',
        before: null,
        after: { what, from, address, failures },
      })
      const at = now()
      const cause = `${operator.id}:${from}:${at.toISOString().slice(0, 10)}`
      if (failures >= NOTIFY_AFTER) await notifyOperator(tx, operator, { event: 'wrong-passwords', cause, origin, at })
    })
  }

  return {
    /** Returns true if this operator has signed in from this browser before. */
    knowsDevice: async (email: string, deviceToken: string | undefined): Promise<boolean> =>
      deviceToken !== undefined && isDeviceOf(orm, email.trim(), hashToken(deviceToken)),

    async withPassword(typed: string, password: string, origin: Origin): Promise<PasswordResult> {
      const email = typed.trim().toLowerCase()
      const { deviceToken } = origin
      const isKnown = deviceToken !== undefined && (await isDeviceOf(orm, email, hashToken(deviceToken)))
      if (!isKnown && hasher.isCrowded()) return CROWDED
      const tallies = isKnown ? TALLIES.device(deviceToken, email) : TALLIES.stranger(origin.address, email)
      const { waitMs, failures } = await tries.take(tallies)
      if (waitMs > 0) return paused(waitMs)
      const login = await findPasswordLogin(orm, email)
      const isRight = await isRightPassword(login?.hash, password, isKnown ? 'known' : 'stranger')
      if (!login || !isRight || login.requiresPasskey) {
        const from = isKnown ? 'known browser' : 'unknown browser'
        await recordFailure({ what: 'password', operator: login?.operator, tallies, failures, origin, from })
        return { ok: false, code: 'wrong' }
      }
      return orm.transaction(async (tx) => {
        await tries.forgive(tx, tallies)
        return startSession(tx, login.operator, 'password', origin)
      })
    },

    /** What the page of a link shows; undefined if it was used, has expired, or never existed. */
    async openLink(token: string): Promise<{ operator: Operator; needsCode: boolean; hasCodes: boolean } | undefined> {
      const link = await findLink(orm, hashToken(token), now())
      return link && { operator: link.operator, needsCode: needsCode(link), hasCodes: link.recoveryCodes > 0 }
    },

    /** Undefined if the link was used, has expired, never existed, or also needs a recovery code. */
    withLink: (token: string, origin: Origin): Promise<SignedIn | undefined> =>
      orm.transaction(async (tx) => {
        const link = await findLink(tx, hashToken(token), now())
        if (!link || needsCode(link)) return undefined
        const operatorId = await takeLink(tx, hashToken(token), now())
        const operator = operatorId === undefined ? undefined : await findOperator(tx, operatorId)
        if (!operator) return undefined
        if (link.kind === 'handed') await unlockOperator(tx, operator.id)
        return startSession(tx, operator, link.kind === 'emailed' ? 'email-link' : 'link', origin)
      }),

    /** An emailed link and a recovery code: sign-in without the lost phone. Ends all other sessions. */
    async withRecoveryCode(token: string, code: string, origin: Origin): Promise<SignedIn | Refused | undefined> {
      const link = await findLink(orm, hashToken(token), now())
      if (link?.kind !== 'emailed') return undefined
      const { operator } = link
      const tallies = TALLIES.recovery(operator.id)
      const { waitMs, failures } = await tries.take(tallies)
      if (waitMs > 0) return paused(waitMs)
      const result = await orm.transaction(async (tx): Promise<SignedIn | 'wrong' | undefined> => {
        await lockOperator(tx, operator.id)
        if (!(await findLink(tx, hashToken(token), now()))) return undefined
        const hash = hashRecoveryCode(operator.id, normalizeRecoveryCode(code))
        if (!(await takeRecoveryCode(tx, operator.id, hash, now()))) return 'wrong'
        await deleteLinks(tx, operator.id)
        await deleteAllSessions(tx, operator.id)
        await forgetDevices(tx, operator.id)
        await tries.forgive(tx, tallies)
        const signedIn = await startSession(tx, operator, 'recovery', origin)
        const remaining = await countRecoveryCodes(tx, operator.id)
        await notifyOperator(tx, operator, { event: 'recovery-code', remaining, cause: hash, origin, at: now() })
        return signedIn
      })
      if (result !== 'wrong') return result
      await recordFailure({ what: 'recovery code', operator, tallies, failures, origin, from: 'unknown browser' })
      return { ok: false, code: 'wrong' }
    },

    /** For an operator whose passkey has been verified. */
    withPasskey: (operator: Operator, origin: Origin): Promise<SignedIn> =>
      orm.transaction((tx) => startSession(tx, operator, 'passkey', origin)),

    /** Verifies the password of a signed-in operator before a sensitive action. */
    async confirmPassword(operator: Operator, password: string, origin: Origin): Promise<{ ok: true } | Refused> {
      const tallies = TALLIES.confirmation(operator.id)
      const { waitMs, failures } = await tries.take(tallies)
      if (waitMs > 0) return paused(waitMs)
      const login = await findPasswordLogin(orm, operator.email)
      const isRight = await isRightPassword(login?.hash, password, 'known')
      if (isRight && !login?.requiresPasskey) {
        await orm.transaction((tx) => tries.forgive(tx, tallies))
        return { ok: true }
      }
      await recordFailure({ what: 'confirmation', operator, tallies, failures, origin, from: 'known browser' })
      return { ok: false, code: 'wrong' }
    },
  }
}

/** An emailed link alone is enough only for operators without anything stronger. */
function needsCode({ kind, requiresPasskey, recoveryCodes }: OpenLink): boolean {
  return kind === 'emailed' && (requiresPasskey || recoveryCodes > 0)
}

function paused(waitMs: number): Refused {
  return { ok: false, code: 'paused', seconds: Math.ceil(waitMs / 1000) }
}

function subject({ id }: Operator): { subjectKind: string; subjectId: string } {
  return { subjectKind: 'operator', subjectId: id }
}

function entry(operator: Operator) {
  return { ...actorOf(operator), ...subject(operator) }
}
