import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { type PageContent, picturesIn, readContent } from '#domain/texts/page-content.ts'
import { isTextKey, type TextKey } from '#domain/texts/text-pages.ts'
import { uploadedPicturesTable } from '#server/catalogue/pictures.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { textVersionsTable } from './texts.tables.ts'

export type PublishedTexts = { key: TextKey; content: PageContent; publishedAt: Date }

/** What shoppers see at that moment, and what is scheduled after it. */
export async function listPublishedTexts(orm: Orm, moment: Date): Promise<PublishedTexts[]> {
  const { page, content, publishedAt, createdAt } = textVersionsTable
  const columns = { page, content, publishedAt }
  const live = await orm
    .selectDistinctOn([page], columns)
    .from(textVersionsTable)
    .where(lte(publishedAt, moment))
    .orderBy(page, desc(publishedAt), desc(createdAt))
  const ahead = await orm.select(columns).from(textVersionsTable).where(gt(publishedAt, moment))
  return [...live, ...ahead].flatMap((row) =>
    row.publishedAt && isTextKey(row.page)
      ? [{ key: row.page, content: readContent(row.page, row.content), publishedAt: row.publishedAt }]
      : [],
  )
}

/** The pictures in these texts, by address. */
export async function findTextPictures(
  orm: Orm,
  contents: readonly PageContent[],
): Promise<Record<string, UploadedPicture>> {
  const addresses = [...new Set(contents.flatMap(picturesIn))]
  if (addresses.length === 0) return {}
  const rows = await orm.select().from(uploadedPicturesTable).where(inArray(uploadedPicturesTable.address, addresses))
  return Object.fromEntries(rows.map((picture) => [picture.address, picture]))
}

export async function lockTexts(tx: Orm, key: TextKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`texts:${key}`}, 0))`)
}

export async function findLiveContent(orm: Orm, key: TextKey, moment: Date): Promise<PageContent | undefined> {
  const { page, content, publishedAt, createdAt } = textVersionsTable
  const [row] = await orm
    .select({ content })
    .from(textVersionsTable)
    .where(and(eq(page, key), lte(publishedAt, moment)))
    .orderBy(desc(publishedAt), desc(createdAt))
    .limit(1)
  return row && readContent(key, row.content)
}

export async function insertPublished(tx: Orm, key: TextKey, content: PageContent, publishedAt: Date): Promise<void> {
  await tx.insert(textVersionsTable).values({ page: key, content, publishedAt })
}
