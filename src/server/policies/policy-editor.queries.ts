import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PolicySlug } from '#domain/policies/policy.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { policiesTable } from './policies.tables.ts'
import type { PolicyVersion } from './policies.views.ts'

/** Locks out other editors of this policy until the transaction ends. */
export async function lockPolicy(tx: Orm, slug: PolicySlug): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`policy:${slug}`}, 0))`)
}

export async function listVersions(orm: Orm, slug: PolicySlug): Promise<PolicyVersion[]> {
  return orm
    .select()
    .from(policiesTable)
    .where(eq(policiesTable.slug, slug))
    .orderBy(sql`${policiesTable.publishedAt} desc nulls first`, desc(policiesTable.createdAt))
}

export async function findVersion(orm: Orm, slug: PolicySlug, id: string): Promise<PolicyVersion | undefined> {
  const [row] = await orm
    .select()
    .from(policiesTable)
    .where(and(eq(policiesTable.slug, slug), eq(policiesTable.id, id)))
  return row
}

/** The draft; there is at most one. */
export async function findDraft(orm: Orm, slug: PolicySlug): Promise<PolicyVersion | undefined> {
  const [row] = await orm
    .select()
    .from(policiesTable)
    .where(and(eq(policiesTable.slug, slug), isNull(policiesTable.publishedAt)))
    .orderBy(desc(policiesTable.createdAt))
    .limit(1)
  return row
}

export async function insertDraft(tx: Orm, slug: PolicySlug, bodyMarkdown: string, author: string): Promise<void> {
  await tx.insert(policiesTable).values({ slug, bodyMarkdown, author })
}

export async function updateDraft(tx: Orm, id: string, bodyMarkdown: string, author: string): Promise<void> {
  await tx
    .update(policiesTable)
    .set({ bodyMarkdown, author, changedAt: sql`now()` })
    .where(and(eq(policiesTable.id, id), isNull(policiesTable.publishedAt)))
}

export async function markPublished(tx: Orm, id: string, publishedAt: Date): Promise<void> {
  await tx.update(policiesTable).set({ publishedAt }).where(eq(policiesTable.id, id))
}
