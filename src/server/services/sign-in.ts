import { randomUUID } from 'node:crypto'
import { signInPauseMs } from '#domain/sign-in-pause.ts'
import { type Actor, addAudit } from '#server/db/audit-log.queries.ts'
import type { Database, Orm } from '#server/db/database.ts'
import {
  findOperator,
  findOperatorByEmail,
  findPasswordHash,
  type Operator,
  storePasswordHash,
  takeLink,
} from '#server/db/operators.queries.ts'
import type { SignInMethod } from '#server/db/operators.tables.ts'
import {
  deleteEndedSessions,
  deleteOtherSessions,
  deleteSession,
  findOpenSession,
  forgetFailures,
  forgetOldFailures,
  insertSession,
  listSessions,
  lockFailures,
  type OpenSession,
  prolongSession,
  storeFailures,
} from '#server/db/sessions.queries.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { hashToken, newToken } from './secret-token.ts'

/** Where a sign-in comes from. */
export type Origin = { address: string; userAgent: string }
/** The token goes into the cookie and is stored nowhere else. */
export type SignedIn = { ok: true; token: string; operator: Operator }
export type PasswordResult = SignedIn | { ok: false; code: 'wrong' } | { ok: false; code: 'paused'; seconds: number }
export type SessionLine = Awaited<ReturnType<typeof listSessions>>[number]

export const PASSWORD_LENGTH = { min: 12, max: 200 }

const DAY_MS = 24 * 60 * 60 * 1000
/** A session ends two weeks after its last use, and after three months whatever happens. */
const IDLE_MS = 14 * DAY_MS
const LONGEST_MS = 90 * DAY_MS
/** Not every click is written down. */
const TOUCH_MS = 5 * 60 * 1000

export function createSignInService({ orm }: Database, now: () => Date) {
  /** Compared with when there is nobody of that name, so that both answers take as long. */
  let nobodysHash: Promise<string> | undefined

  async function startSession(tx: Orm, operator: Operator, method: SignInMethod, origin: Origin): Promise<SignedIn> {
    const token = newToken()
    const at = now()
    await deleteEndedSessions(tx, at)
    await insertSession(tx, {
      id: randomUUID(),
      operatorId: operator.id,
      token: hashToken(token),
      method,
      expiresAt: new Date(at.getTime() + IDLE_MS),
      ipAddress: origin.address.slice(0, 64),
      userAgent: origin.userAgent.slice(0, 300),
      createdAt: at,
      updatedAt: at,
    })
    await addAudit(tx, {
      ...actorOf(operator),
      action: 'operator.sign-in',
      ...subject(operator),
      before: null,
      after: { method },
    })
    return { ok: true, token, operator }
  }

  /** Counts the try before it is made, so that a hundred at once are a hundred; answers how long to wait, if at all. */
  async function takeTry(key: string): Promise<number> {
    return orm.transaction(async (tx) => {
      const at = now()
      const known = await lockFailures(tx, key)
      const failures = known && at.getTime() - known.lastAt.getTime() < DAY_MS ? known.failures : 0
      const waitMs = known ? known.lastAt.getTime() + signInPauseMs(failures) - at.getTime() : 0
      if (failures > 0 && waitMs > 0) return waitMs
      await forgetOldFailures(tx, new Date(at.getTime() - DAY_MS))
      await storeFailures(tx, key, failures + 1, at)
      return 0
    })
  }

  async function hasPassword(operator: Operator | undefined, password: string): Promise<boolean> {
    const hash = operator && (await findPasswordHash(orm, operator.id))
    const standIn = await (nobodysHash ??= hashPassword(newToken()))
    const isRight = await isPassword(password, hash ?? standIn)
    return isRight && hash !== undefined
  }

  return {
    async withPassword(email: string, password: string, origin: Origin): Promise<PasswordResult> {
      const key = hashToken(`${origin.address} ${email.trim().toLowerCase()}`)
      const waitMs = await takeTry(key)
      if (waitMs > 0) return { ok: false, code: 'paused', seconds: Math.ceil(waitMs / 1000) }
      const operator = await findOperatorByEmail(orm, email.trim())
      if (!(await hasPassword(operator, password)) || !operator) return { ok: false, code: 'wrong' }
      return orm.transaction(async (tx) => {
        await forgetFailures(tx, key)
        return startSession(tx, operator, 'password', origin)
      })
    },

    /** Undefined when the link was used, is too old, or never was. */
    withLink: (token: string, origin: Origin): Promise<SignedIn | undefined> =>
      orm.transaction(async (tx) => {
        const operatorId = await takeLink(tx, hashToken(token), now())
        const operator = operatorId === undefined ? undefined : await findOperator(tx, operatorId)
        return operator && startSession(tx, operator, 'link', origin)
      }),

    /** For somebody whose passkey has been checked. */
    withPasskey: (operator: Operator, origin: Origin): Promise<SignedIn> =>
      orm.transaction((tx) => startSession(tx, operator, 'passkey', origin)),

    async find(token: string): Promise<OpenSession | undefined> {
      const at = now()
      const session = await findOpenSession(orm, hashToken(token), at)
      if (session && at.getTime() - session.updatedAt.getTime() > TOUCH_MS) {
        const end = Math.min(at.getTime() + IDLE_MS, session.createdAt.getTime() + LONGEST_MS)
        await prolongSession(orm, session.id, at, new Date(end))
      }
      return session
    },

    list: (operatorId: string): Promise<SessionLine[]> => listSessions(orm, operatorId, now()),

    /** Answers whether the operator had such a session. */
    end: (operatorId: string, sessionId: string): Promise<boolean> => deleteSession(orm, operatorId, sessionId),

    hasPassword: async (operatorId: string): Promise<boolean> =>
      (await findPasswordHash(orm, operatorId)) !== undefined,

    /** Whoever knew the old password is out: only the session that changed it stays. */
    async setPassword(operator: Operator, password: string, sessionId: string): Promise<void> {
      const hash = await hashPassword(password)
      await orm.transaction(async (tx) => {
        await storePasswordHash(tx, operator.id, hash, now())
        await deleteOtherSessions(tx, operator.id, sessionId)
        await addAudit(tx, {
          ...actorOf(operator),
          action: 'operator.password',
          ...subject(operator),
          before: null,
          after: null,
        })
      })
    },
  }
}

export function actorOf({ id, email }: Operator): Actor {
  return { operatorId: id, actor: email }
}

function subject({ id }: Operator): { subjectKind: string; subjectId: string } {
  return { subjectKind: 'operator', subjectId: id }
}
