import { confirmationAt, extendFresh } from '#domain/operators/fresh-sign-in.ts'
import type { OpenSession } from '#domain/operators/operator.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { forgetDevice, forgetDevices, forgetDeviceToken, isDeviceToken, listDevices } from './devices.queries.ts'
import { deleteLinks } from './operators.queries.ts'
import type { SessionLine, DeviceLine } from './operators.views.ts'
import { hashToken } from './secret-token.ts'
import {
  deleteAllSessions,
  deleteOtherSessions,
  deleteSession,
  findOpenSession,
  listSessions,
  prolongSession,
  updateConfirmation,
} from './sessions.queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session ends two weeks after its last use, and after three months in any case. */
export const IDLE_MS = 14 * DAY_MS
const MAX_MS = 90 * DAY_MS
/** Limits how often the last use is written. */
const TOUCH_MS = 5 * 60 * 1000
/** A browser may be forgotten in another process. */
const DEVICE_CHECK_MS = 60 * 1000

export type SessionService = ReturnType<typeof createSessionService>

/** Open sessions and remembered browsers. */
export function createSessionService({ orm }: Database, now: () => Date) {
  /** The sessions found last time, by the hash of their token. Only operators can add to them. */
  const known = new Map<string, { id: string; operatorId: string }>()
  /** Verified hashes of device tokens, and when to verify them again. */
  const knownDevices = new Map<string, number>()

  function forget(isEnded: (session: { id: string; operatorId: string }) => boolean): void {
    for (const [hash, session] of known) if (isEnded(session)) known.delete(hash)
  }

  async function verifyDevice(hash: string): Promise<boolean> {
    const isDevice = await isDeviceToken(orm, hash)
    if (isDevice) knownDevices.set(hash, now().getTime() + DEVICE_CHECK_MS)
    else knownDevices.delete(hash)
    return isDevice
  }

  return {
    async find(token: string): Promise<OpenSession | undefined> {
      const at = now()
      const hash = hashToken(token)
      const session = await findOpenSession(orm, hash, at)
      if (session) known.set(hash, { id: session.id, operatorId: session.operator.id })
      else known.delete(hash)
      if (session && at.getTime() - session.updatedAt.getTime() > TOUCH_MS) {
        const end = Math.min(at.getTime() + IDLE_MS, session.createdAt.getTime() + MAX_MS)
        await prolongSession(orm, session.id, at, new Date(end))
      }
      return session
    },

    /** Returns true if this process found the session when it was last looked up. It may have ended since. */
    isKnown: (token: string): boolean => known.has(hashToken(token)),

    list: (operatorId: string): Promise<SessionLine[]> => listSessions(orm, operatorId, now()),

    /** For the device token of a browser that has a session. Strangers can't cause this lookup. */
    async noteDevice(token: string): Promise<void> {
      const hash = hashToken(token)
      if (!knownDevices.has(hash)) await verifyDevice(hash)
    },

    /** Returns true if this process has seen the browser with a session, and it wasn't forgotten since. */
    async isKnownDevice(token: string): Promise<boolean> {
      const hash = hashToken(token)
      const checkAt = knownDevices.get(hash)
      if (checkAt === undefined) return false
      return now().getTime() < checkAt || verifyDevice(hash)
    },

    /** Returns true if the operator had this session. */
    async end(operatorId: string, sessionId: string): Promise<boolean> {
      const isEnded = await deleteSession(orm, operatorId, sessionId)
      if (isEnded) forget(({ id }) => id === sessionId)
      return isEnded
    },

    /** Signs the operator out everywhere else and forgets their other browsers. */
    async endOthers(
      operatorId: string,
      sessionId: string,
      deviceToken: string | undefined,
      actor: Actor,
    ): Promise<void> {
      await orm.transaction(async (tx) => {
        await deleteOtherSessions(tx, operatorId, sessionId)
        await forgetDevices(tx, operatorId, deviceToken && hashToken(deviceToken))
        await deleteLinks(tx, operatorId)
        await addAudit(tx, { ...actor, ...entry(operatorId), after: { ended: 'others' } })
      })
      forget((session) => session.operatorId === operatorId && session.id !== sessionId)
    },

    /** Signs the operator out everywhere, forgets their browsers and voids their open links. */
    async endAll(operatorId: string, actor: Actor): Promise<void> {
      await orm.transaction(async (tx) => {
        await deleteAllSessions(tx, operatorId)
        await forgetDevices(tx, operatorId)
        await deleteLinks(tx, operatorId)
        await addAudit(tx, { ...actor, ...entry(operatorId), after: { ended: 'all' } })
      })
      forget((session) => session.operatorId === operatorId)
    },

    /** The operator has just confirmed their identity. */
    confirm: (sessionId: string): Promise<void> => updateConfirmation(orm, sessionId, confirmationAt(now())),

    /** A sensitive action extends the confirmation for the next one. */
    async keepFresh(session: Pick<OpenSession, 'id' | 'confirmedAt'>): Promise<void> {
      await updateConfirmation(orm, session.id, { freshUntil: extendFresh(session, now()) })
    },

    async listDevices(operatorId: string, deviceToken: string | undefined): Promise<DeviceLine[]> {
      const own = deviceToken && hashToken(deviceToken)
      const devices = await listDevices(orm, operatorId)
      return devices.map(({ tokenHash, ...device }) => ({ ...device, isThis: tokenHash === own }))
    },

    forgetDevice: (operatorId: string, deviceId: string): Promise<boolean> => forgetDevice(orm, operatorId, deviceId),

    forgetThisDevice: (operatorId: string, deviceToken: string): Promise<void> =>
      forgetDeviceToken(orm, operatorId, hashToken(deviceToken)),
  }
}

function entry(operatorId: string) {
  return { action: 'operator.end-sessions', subjectKind: 'operator', subjectId: operatorId, before: null } as const
}
