import { and, desc, eq, isNotNull } from 'drizzle-orm'
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
