import type { Operator } from '#domain/operators/operator.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import { findAccess, findOperator, listOperators, lockTeam, updateRequiresPasskey } from './operators.queries.ts'
import type { Access } from './operators.views.ts'
import { deleteSessionsWithoutPasskey } from './sessions.queries.ts'

export type PolicyResult = { ok: true } | { ok: false; code: 'not_found' | 'needs_passkey' | 'needs_codes' }
/** Who made the change, and the session that stays open in any case. */
export type Decider = { operator: Operator; sessionId: string; actor: Actor }

const SETTING = 'requiresPasskeys'

export type PasskeyPolicy = ReturnType<typeof createPasskeyPolicy>

/** "Passkey only": for one operator, or for the whole team. */
export function createPasskeyPolicy({ orm }: Database, now: () => Date) {
  /** Prevents a lockout: requires a passkey to sign in with, and recovery codes for a lost phone. */
  async function refusalFor(tx: Orm, id: string): Promise<PolicyResult> {
    const access = await findAccess(tx, id)
    if (!access) return { ok: false, code: 'not_found' }
    if (!access.hasPasskey) return { ok: false, code: 'needs_passkey' }
    return access.recoveryCodes > 0 ? { ok: true } : { ok: false, code: 'needs_codes' }
  }

  return {
    access: (id: string): Promise<Access | undefined> => findAccess(orm, id),

    isForTeam: async (): Promise<boolean> => (await findSetting(orm, SETTING)) === true,

    /** An operator without a passkey is asked to add one on their next visit. */
    setFor: (id: string, isOn: boolean, decider: Decider): Promise<PolicyResult> =>
      orm.transaction(async (tx) => {
        await lockTeam(tx)
        const [operator, access] = [await findOperator(tx, id), await findAccess(tx, id)]
        if (!operator || !access) return { ok: false, code: 'not_found' }
        const check = isOn && id === decider.operator.id ? await refusalFor(tx, id) : { ok: true as const }
        if (!check.ok) return check
        await updateRequiresPasskey(tx, id, isOn, now())
        if (isOn && access.hasPasskey) await deleteSessionsWithoutPasskey(tx, [id], decider.sessionId)
        await addAudit(tx, {
          ...decider.actor,
          action: 'operator.passkey-only',
          subjectKind: 'operator',
          subjectId: id,
          before: access.isPasskeyOnly,
          after: isOn,
        })
        return { ok: true }
      }),

    setForTeam: (isOn: boolean, decider: Decider): Promise<PolicyResult> =>
      orm.transaction(async (tx) => {
        await lockTeam(tx)
        const check = isOn ? await refusalFor(tx, decider.operator.id) : { ok: true as const }
        if (!check.ok) return check
        const before = (await findSetting(tx, SETTING)) === true
        await storeSetting(tx, SETTING, isOn, now())
        if (isOn) {
          const members = (await listOperators(tx, now())).filter(({ hasPasskey }) => hasPasskey)
          const ids = members.map(({ id }) => id)
          await deleteSessionsWithoutPasskey(tx, ids, decider.sessionId)
        }
        await addAudit(tx, {
          ...decider.actor,
          action: 'setting.change',
          subjectKind: 'setting',
          subjectId: SETTING,
          before,
          after: isOn,
        })
        return { ok: true }
      }),
  }
}
