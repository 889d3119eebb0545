import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PolicySlug } from '#domain/policies/policy.ts'
import type { VersionStore } from '#server/platform/versions/version-editor.ts'
import { policiesTable } from './policies.tables.ts'

const { id, slug: slugColumn, bodyMarkdown, author, createdAt, changedAt, publishedAt } = policiesTable

export const policyStore: VersionStore<PolicySlug, string> = {
  async lock(tx, slug) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`policy:${slug}`}, 0))`)
  },
  list: (orm, slug) =>
    orm
      .select({ id, content: bodyMarkdown, author, createdAt, changedAt, publishedAt })
      .from(policiesTable)
      .where(eq(slugColumn, slug))
      .orderBy(sql`${publishedAt} desc nulls first`, desc(createdAt)),
  async insertDraft(tx, slug, markdown, writtenBy) {
    await tx.insert(policiesTable).values({ slug, bodyMarkdown: markdown, author: writtenBy })
  },
  async updateDraft(tx, draft, markdown, writtenBy) {
    await tx
      .update(policiesTable)
      .set({ bodyMarkdown: markdown, author: writtenBy, changedAt: sql`now()` })
      .where(and(eq(id, draft), isNull(publishedAt)))
  },
  async publish(tx, draft, at) {
    await tx.update(policiesTable).set({ publishedAt: at }).where(eq(id, draft))
  },
  async remove(tx, version) {
    await tx.delete(policiesTable).where(eq(id, version))
  },
}
