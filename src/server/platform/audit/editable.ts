import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Role } from '#domain/operators/roles.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type Actor, addAudit } from './audit.queries.ts'

type Definition<Value> = {
  /** What the audit log calls a change of it, such as 'product.prices'. */
  action: string
  subjectKind: string
  least: Role
  /** Also of what the audit log holds, so that it can be put back. */
  schema: z.ZodType<Value>
  /** Nobody else changes it until the transaction ends. */
  read: (tx: Orm, id: string) => Promise<Value | undefined>
  write: (tx: Orm, id: string, value: Value, current: Value) => Promise<void>
  /** Why this value cannot stand beside the others. */
  refuse?: (tx: Orm, id: string, value: Value) => Promise<string | undefined>
  /** Fills in what an old entry of the log does not know of yet. */
  completeLogged?: (logged: unknown, current: Value) => unknown
}

export type EditResult<Value> =
  /** Without a number nothing was to be changed. */
  | { ok: true; auditId: number | undefined }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'refused'; message: string }
  /** Somebody else was faster; this is what stands there now. */
  | { ok: false; code: 'changed'; current: Value }

type Change<Value> = {
  id: string
  value: Value
  actor: Actor
  /** The version of what the person saw; undefined to change whatever stands there. */
  expectedVersion?: string | undefined
}

type Restoration = { id: string; before: unknown; after: unknown; actor: Actor; anyway: boolean }

/** One that can be put back, whatever its values are. */
export type Restorable = {
  action: string
  least: Role
  restore: (tx: Orm, restoration: Restoration) => Promise<EditResult<unknown>>
}

/**
 * Something of the catalogue that is edited as a whole: read, compared with what the person saw, written and noted in
 * the audit log, in one transaction. Whatever is changed this way can be put back from the log.
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

  /** For a caller that has locked and read it, and knows that nothing refuses the value. Undefined if it is the same. */
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
    /** Puts back what stood there before an entry of the log; not over later changes unless that is wanted. */
    async restore(tx: Orm, { id, before, after, actor, anyway }: Restoration): Promise<EditResult<Value>> {
      const current = await read(tx, id)
      if (current === undefined) return { ok: false, code: 'not_found' }
      const [old, made] = [before, after].map((logged) => schema.safeParse(completeLogged(logged, current)))
      if (!old?.success || !made?.success) return { ok: false, code: 'not_found' }
      return change(tx, { id, value: old.data, actor, expectedVersion: anyway ? undefined : versionToken(made.data) })
    },
  }
}

/** The same for equal values, whatever the order of their keys. */
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
