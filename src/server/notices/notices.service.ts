import { randomUUID } from 'node:crypto'
import type { Preferences } from '#domain/notices/preferences.ts'
import type { Operator } from '#domain/operators/operator.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import { arePushKeys } from '#server/platform/push/encrypt-message.ts'
import { readPushAddress } from '#server/platform/push/push-address.ts'
import type { Subscription } from '#server/platform/push/send-push.ts'
import { attachDevice, deleteDevice, listPushDevices, storeDevice } from './devices.queries.ts'
import type { DeviceLine } from './notices.views.ts'
import type { FindAlertRecipients } from './notices.worker.ts'
import { listPeople, lockPerson, storePreferences } from './people.queries.ts'
import { readPreferences } from './stored-preferences.ts'

/** More devices than one person carries. */
const MAX_DEVICES = 20

export type NoticeDeps = {
  database: Database
  findAlertRecipients: FindAlertRecipients
  /** A push service on this machine: in development and tests only. */
  allowsLocal: boolean
}

export type SaveResult =
  | { ok: true; isChanged: boolean }
  /** Saved in another window since. */
  | { ok: false; current: Preferences; version: string }

export type AddResult = 'added' | 'unusable' | 'too_many'

export type NoticeService = ReturnType<typeof createNoticeService>

/** What an operator is notified about, and on which devices. Operators set this themselves. */
export function createNoticeService({ database: { orm }, findAlertRecipients, allowsLocal }: NoticeDeps) {
  async function find(tx: Orm, operator: Operator): Promise<Preferences> {
    const [person] = await listPeople(tx, operator.id)
    const listed = await findAlertRecipients(tx)
    const isAlerted = listed.some((address) => address.toLowerCase() === operator.email.toLowerCase())
    return readPreferences(person?.preferences, { role: operator.role, isAlerted })
  }

  return {
    find: (operator: Operator): Promise<Preferences> => find(orm, operator),
    versionOf: (preferences: Preferences): string => versionToken(preferences),

    async devices(operatorId: string): Promise<DeviceLine[]> {
      const devices = await listPushDevices(orm, operatorId)
      return devices.map(({ id, name, createdAt, usedAt, isSignedIn }) => ({ id, name, createdAt, usedAt, isSignedIn }))
    },

    save: (operator: Operator, sent: Preferences, expectedVersion: string, actor: Actor): Promise<SaveResult> =>
      orm.transaction(async (tx) => {
        await lockPerson(tx, operator.id)
        const before = await find(tx, operator)
        const version = versionToken(before)
        if (versionToken(sent) === version) return { ok: true, isChanged: false }
        if (version !== expectedVersion) return { ok: false, current: before, version }
        await storePreferences(tx, operator.id, sent)
        await addAudit(tx, { ...actor, action: 'notifications.change', ...subject(operator), before, after: sent })
        return { ok: true, isChanged: true }
      }),

    /** Registering the same browser again renames it. */
    addDevice: (
      operator: Operator,
      device: { name: string; sessionId: string; subscription: Subscription },
      actor: Actor,
    ): Promise<AddResult> =>
      orm.transaction(async (tx) => {
        const { name, sessionId, subscription } = device
        if (!arePushKeys(subscription) || !readPushAddress(subscription.endpoint, { allowsLocal })) return 'unusable'
        await lockPerson(tx, operator.id)
        const known = await listPushDevices(tx, operator.id)
        const isKnown = known.some(({ endpoint }) => endpoint === subscription.endpoint)
        if (!isKnown && known.length >= MAX_DEVICES) return 'too_many'
        await storeDevice(tx, { ...subscription, operatorId: operator.id, sessionId, name })
        if (!isKnown)
          await addAudit(tx, {
            ...actor,
            action: 'notifications.add-device',
            ...subject(operator),
            before: null,
            after: { device: name },
          })
        return 'added'
      }),

    /** After a new sign-in, a device that was not removed gets notices again. Returns true if it was known. */
    attachDevice: (operatorId: string, sessionId: string, endpoint: string): Promise<boolean> =>
      attachDevice(orm, { operatorId, sessionId, endpoint }),

    /** Returns true if the operator had this device. */
    removeDevice: (operator: Operator, id: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const name = await deleteDevice(tx, operator.id, id)
        if (name === undefined) return false
        await addAudit(tx, {
          ...actor,
          action: 'notifications.remove-device',
          ...subject(operator),
          before: { device: name },
          after: null,
        })
        return true
      }),

    /** To all of their devices. Returns the number of devices that are signed in. */
    async sendTest(operatorId: string): Promise<number> {
      const devices = await listPushDevices(orm, operatorId)
      const reachable = devices.filter(({ isSignedIn }) => isSignedIn).length
      if (reachable > 0) await raiseNotice(orm, { cause: `test:${randomUUID()}`, notice: { kind: 'test' }, operatorId })
      return reachable
    },
  }
}

function subject({ id }: Operator): { subjectKind: string; subjectId: string } {
  return { subjectKind: 'operator', subjectId: id }
}
