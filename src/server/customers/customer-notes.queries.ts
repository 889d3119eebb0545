import { eq, sql } from 'drizzle-orm'
import type { CustomerNote } from '#contract/customer-note.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { customerNotesTable } from './customers.tables.ts'

const { foldedEmail, note, tags } = customerNotesTable

export async function findNote(orm: Orm, email: string): Promise<CustomerNote> {
  const [row] = await orm.select({ note, tags }).from(customerNotesTable).where(eq(foldedEmail, email))
  return row ?? { note: '', tags: [] }
}

/** Two windows must not both find no note; there may not be a row to lock. */
export async function lockNote(tx: Orm, email: string): Promise<CustomerNote> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer note ${email}`}, 0))`)
  return findNote(tx, email)
}

/** An empty note without tags counts as no note. */
export async function setNote(tx: Orm, email: string, value: CustomerNote): Promise<void> {
  if (value.note === '' && value.tags.length === 0) await deleteNote(tx, email)
  else
    await tx
      .insert(customerNotesTable)
      .values({ foldedEmail: email, ...value })
      .onConflictDoUpdate({ target: foldedEmail, set: { ...value, updatedAt: sql`now()` } })
}

/** Returns true if there was one. */
export async function deleteNote(tx: Orm, email: string): Promise<boolean> {
  const deleted = await tx.delete(customerNotesTable).where(eq(foldedEmail, email)).returning({ foldedEmail })
  return deleted.length > 0
}

/** The tags in use, most used first. */
export async function listTags(orm: Orm, limit: number): Promise<string[]> {
  const tag = sql<string>`unnest(${tags})`.as('tag')
  const used = orm.select({ tag }).from(customerNotesTable).as('used')
  const rows = await orm
    .select({ tag: used.tag })
    .from(used)
    .groupBy(used.tag)
    .orderBy(sql`count(*) desc, ${used.tag}`)
    .limit(limit)
  return rows.map((row) => row.tag)
}
