import { isAtLeast, type Role } from '#domain/operators/roles.ts'
import { UNDO_LIMIT_SECONDS } from '#domain/reviews/moderation.ts'
import { type Actor, findAudit } from '#server/platform/audit/audit.queries.ts'
import type { AuditLine } from '#server/platform/audit/audit.views.ts'
import type { Restorable } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'

export type RestoreResult =
  | { ok: true }
  | { ok: false; code: 'not_found' | 'forbidden' | 'too_late' | 'changed' }
  | { ok: false; code: 'refused'; message: string }

export type Restorer = { operator: { id: string; role: Role }; actor: Actor }

export type CatalogueRestore = ReturnType<typeof createCatalogueRestore>

/** `parts` is everything that can be restored from the audit log. */
export function createCatalogueRestore({ orm }: Database, parts: readonly Restorable[], now: () => Date) {
  return {
    /** The entries whose change can be undone. */
    async listRestorable(lines: readonly AuditLine[]): Promise<ReadonlySet<number>> {
      const lists = parts.map(async ({ action, listStanding }) => {
        const own = lines.filter((line) => line.action === action && line.before !== null)
        return own.length === 0 || !listStanding ? own.map(({ id }) => id) : listStanding(orm, own)
      })
      return new Set((await Promise.all(lists)).flat())
    },

    /**
     * Restores the value from before an audit entry. Operators may undo their own change for a short time, unless it
     * was changed again; an owner may at any time, and with `anyway` over later changes.
     */
    restore: (auditId: number, { operator, actor }: Restorer, anyway: boolean): Promise<RestoreResult> =>
      orm.transaction(async (tx) => {
        const entry = await findAudit(tx, auditId)
        const part = parts.find(({ action }) => action === entry?.action)
        if (!entry || !part || entry.before === null) return { ok: false, code: 'not_found' }
        if (!isAtLeast(operator.role, part.least)) return { ok: false, code: 'forbidden' }
        if (operator.role !== 'owner') {
          if (entry.operatorId !== operator.id || anyway) return { ok: false, code: 'forbidden' }
          const age = now().getTime() - entry.at.getTime()
          if (age > UNDO_LIMIT_SECONDS * 1000) return { ok: false, code: 'too_late' }
        }
        const { subjectId: id, before, after } = entry
        const result = await part.restore(tx, { auditId, id, before, after, actor, anyway })
        if (result.ok) return { ok: true }
        return result.code === 'refused' ? result : { ok: false, code: result.code }
      }),
  }
}
