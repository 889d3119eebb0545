import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type PageContent, readContent } from '#domain/texts/page-content.ts'
import type { TextKey } from '#domain/texts/text-pages.ts'
import type { VersionStore } from '#server/platform/versions/version-editor.ts'
import { lockTexts } from './texts.queries.ts'
import { textVersionsTable } from './texts.tables.ts'

const { id, page, publishedAt, createdAt } = textVersionsTable

export const textStore: VersionStore<TextKey, PageContent> = {
  lock: lockTexts,
  async list(orm, key) {
    const rows = await orm
      .select()
      .from(textVersionsTable)
      .where(eq(page, key))
      .orderBy(sql`${publishedAt} desc nulls first`, desc(createdAt))
    return rows.map((row) => ({ ...row, content: readContent(key, row.content) }))
  },
  async insertDraft(tx, key, content, author) {
    await tx.insert(textVersionsTable).values({ page: key, content, author })
  },
  async updateDraft(tx, draft, content, author) {
    await tx
      .update(textVersionsTable)
      .set({ content, author, changedAt: sql`now()` })
      .where(and(eq(id, draft), isNull(publishedAt)))
  },
  async publish(tx, draft, at) {
    await tx.update(textVersionsTable).set({ publishedAt: at }).where(eq(id, draft))
  },
  async remove(tx, version) {
    await tx.delete(textVersionsTable).where(eq(id, version))
  },
}
