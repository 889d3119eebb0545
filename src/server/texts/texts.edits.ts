import { z } from 'zod'
import { NO_CONTENT, type PageContent, readContent } from '#domain/texts/page-content.ts'
import { isTextKey } from '#domain/texts/text-pages.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { findLiveContent, insertPublished, lockTexts } from './texts.queries.ts'

/** Undoes a publication by publishing the previous version again, as a new version. */
export const publishedTextsPart = editable<PageContent>({
  action: 'page.publish',
  subjectKind: 'page',
  least: 'owner',
  schema: z.custom<PageContent>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  async read(tx, key) {
    if (!isTextKey(key)) return undefined
    await lockTexts(tx, key)
    return (await findLiveContent(tx, key, new Date())) ?? NO_CONTENT
  },
  async write(tx, key, content) {
    if (isTextKey(key)) await insertPublished(tx, key, readContent(key, content), new Date())
  },
})
