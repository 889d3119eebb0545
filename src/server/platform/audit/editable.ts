import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AuditAction } from '#domain/operators/activity.ts'
import type { Role } from '#domain/operators/roles.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type Actor, addAudit } from './audit.queries.ts'
import type { AuditLine } from './audit.views.ts'

type Definition<Value> = {
  /** Name of the change in the audit log, for example 'product.prices'. */
  action: AuditAction
  subjectKind: string
  least: Role
  /** Also parses the values stored in the audit log so they can be restored. */
  schema: z.ZodType<Value>
  /** Must lock the row until the transaction ends. */
  read: (tx: Orm, id: string) => Promise<Value | undefined>
  write: (tx: Orm, id: string, value: Value, current: Value) => Promise<void>
  /** Returns an error message if the value conflicts with other rows. */
  refuse?: (tx: Orm, id: string, value: Value) => Promise<string | undefined>
  /** Fills in fields that did not exist yet when the log entry was written. */
  completeLogged?: (logged: unknown, current: Value) => unknown
}

export type EditResult<Value> =
  /** `auditId` is undefined if nothing changed. */
  | { ok: true; auditId: number | undefined }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'refused'; message: string }
  /** Another operator saved first; `current` is the value they saved. */
  | { ok: false; code: 'changed'; current: Value }

type Change<Value> = {
  id: string
  value: Value
  actor: Actor
  /** Version token of the value the operator saw; undefined skips the optimistic lock. */
  expectedVersion?: string | undefined
}

/** `id` is that of what changed. */
type Restoration = { auditId: number; id: string; before: unknown; after: unknown; actor: Actor; anyway: boolean }

/** An editable with its value type erased, for restoring log entries. */
export type Restorable = {
  action: AuditAction
  least: Role
  restore: (tx: Orm, restoration: Restoration) => Promise<EditResult<unknown>>
  /** Which of these entries can still be undone; without it, each of them can be restored. */
  listStanding?: (orm: Orm, lines: readonly AuditLine[]) => Promise<readonly number[]>
}

/**
 * A part of the catalog that is edited as a whole: it is read, compared with what the operator saw, written, and logged
 * in one transaction. Any change made this way can be restored from the audit log.
 */
export function editable<Value>(definition: Definition<Value>) {
  const { action, subjectKind, schema, read, write, refuse, completeLogged = (logged) => logged } = definition

  async function change(tx: Orm, { id, value, actor, expectedVersion }: Change<Value>): Promise<EditResult<Value>> {
    const current = await read(tx, id)
    if (current === undefined) return { ok: false, code: 'not_found' }
    if (expectedVersion !== undefined && expectedVersion !== versionToken(current))
      return { ok: false, code: 'changed', current }
    if (versionToken(current) === versionToken(value)) return { ok: true, auditId: undefined }
    const message = await refuse?.(tx, id, value)
    if (message !== undefined) return { ok: false, code: 'refused', message }
    return { ok: true, auditId: await replace(tx, current, { id, value, actor }) }
  }

  /** For callers that already hold the lock and have validated the value. Returns undefined if nothing changed. */
  async function replace(
    tx: Orm,
    current: Value,
    { id, value, actor }: Omit<Change<Value>, 'expectedVersion'>,
  ): Promise<number | undefined> {
    if (versionToken(current) === versionToken(value)) return undefined
    await write(tx, id, value, current)
    return addAudit(tx, { ...actor, action, subjectKind, subjectId: id, before: current, after: value })
  }

  return {
    ...definition,
    change,
    replace,
    /** Restores the value before a log entry. Refuses if it has changed since, unless `anyway` is set. */
    async restore(tx: Orm, { id, before, after, actor, anyway }: Restoration): Promise<EditResult<Value>> {
      const current = await read(tx, id)
      if (current === undefined) return { ok: false, code: 'not_found' }
      const [old, made] = [before, after].map((logged) => schema.safeParse(completeLogged(logged, current)))
      if (!old?.success || !made?.success) return { ok: false, code: 'not_found' }
      return change(tx, { id, value: old.data, actor, expectedVersion: anyway ? undefined : versionToken(made.data) })
    },
  }
}

/** Hash that does not depend on key order, so equal values have equal tokens. */
export function versionToken(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
