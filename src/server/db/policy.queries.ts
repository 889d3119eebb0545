import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PolicySlug } from '#domain/policies.ts'
import type { Orm } from './database.ts'

const policiesTable = pgTable('policies', {
  slug: text('slug').notNull(),
  bodyMarkdown: text('body_markdown').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
})

export type PublishedPolicy = { markdown: string; publishedAt: Date }

/** The newest version that the owner has published. */
export async function findPublishedPolicy(orm: Orm, slug: PolicySlug): Promise<PublishedPolicy | undefined> {
  const [row] = await orm
    .select()
    .from(policiesTable)
    .where(and(eq(policiesTable.slug, slug), isNotNull(policiesTable.publishedAt)))
    .orderBy(desc(policiesTable.publishedAt))
    .limit(1)
  return row?.publishedAt ? { markdown: row.bodyMarkdown, publishedAt: row.publishedAt } : undefined
}
