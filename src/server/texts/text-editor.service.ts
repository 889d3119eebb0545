import { NO_CONTENT, type PageContent } from '#domain/texts/page-content.ts'
import { TEXT_KEYS, type TextKey } from '#domain/texts/text-pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createVersionEditor } from '#server/platform/versions/version-editor.ts'
import { textStore } from './text-versions.queries.ts'

export type TextEditor = ReturnType<typeof createTextEditor>

export function createTextEditor({ orm }: Database, now: () => Date) {
  const editor = createVersionEditor<TextKey, PageContent>({
    orm,
    subject: 'page',
    store: textStore,
    initial: NO_CONTENT,
    now,
  })
  return {
    ...editor,
    list: () => Promise.all(TEXT_KEYS.map(async (key) => ({ key, ...(await editor.find(key)) }))),
  }
}
