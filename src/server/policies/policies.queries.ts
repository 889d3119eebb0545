import { and, desc, eq, isNotNull, max } from 'drizzle-orm'
import type { PolicySlug } from '#domain/policies/policy.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { policiesTable } from './policies.tables.ts'

export type PublishedPolicy = { markdown: string; publishedAt: Date }

/** The newest published version. */
export async function findPublishedPolicy(orm: Orm, slug: PolicySlug): Promise<PublishedPolicy | undefined> {
  const [row] = await orm
    .select()
    .from(policiesTable)
    .where(and(eq(policiesTable.slug, slug), isNotNull(policiesTable.publishedAt)))
    .orderBy(desc(policiesTable.publishedAt))
    .limit(1)
  return row?.publishedAt ? { markdown: row.bodyMarkdown, publishedAt: row.publishedAt } : undefined
}

/** When the newest published version of each was published. */
export async function listPublicationTimes(orm: Orm): Promise<ReadonlyMap<string, Date>> {
  const { slug, publishedAt } = policiesTable
  const rows = await orm
    .select({ slug, publishedAt: max(publishedAt) })
    .from(policiesTable)
    .groupBy(slug)
  return new Map(rows.flatMap((row) => (row.publishedAt ? [[row.slug, row.publishedAt] as const] : [])))
}
