import type { PageContent } from '#domain/texts/page-content.ts'
import { slotsOf, type TextKey, textPage } from '#domain/texts/text-pages.ts'
import { timeAgo } from '#domain/time/time-ago.ts'
import { liveAt, type Version, type VersionsToEdit } from '#server/platform/versions/version-editor.ts'
import type { TextPageLine, TextVersionLine } from './texts.views.ts'

/** The page's address in the shop. */
const PATHS: Partial<Record<TextKey, string>> = {
  home: '/',
  about: '/about',
  'routine-guide': '/routine-guide',
  contact: '/contact',
  faq: '/faq',
}

export function pathOf(key: TextKey): string | undefined {
  return PATHS[key]
}

export function toLine(key: TextKey, { versions, hasDraft }: VersionsToEdit<PageContent>, now: Date): TextPageLine {
  const ahead = versions.flatMap(({ publishedAt }) => (publishedAt && publishedAt > now ? [publishedAt] : []))
  return {
    key,
    live: liveAt(versions, now)?.publishedAt ?? undefined,
    scheduled: ahead.toSorted((one, other) => one.getTime() - other.getTime())[0],
    hasDraft,
  }
}

export function toVersionLines(key: TextKey, versions: readonly Version<PageContent>[], now: Date): TextVersionLine[] {
  const live = liveAt(versions, now)
  return versions.map((version) => {
    const { id, content, author, changedAt, publishedAt } = version
    const state = publishedAt === null ? 'draft' : publishedAt > now ? 'scheduled' : version === live ? 'live' : 'old'
    return { id, state, at: publishedAt ?? changedAt, author, changes: changesIn(key, content) }
  })
}

export function draftAge(versions: readonly Version<PageContent>[], now: Date): string | undefined {
  const draft = versions.find(({ publishedAt }) => publishedAt === null)
  return draft && timeAgo(draft.changedAt, now)
}

/** "Hero, Selling points", or that it's the default text. */
function changesIn(key: TextKey, content: PageContent): string {
  const page = textPage(key)
  const sections = slotsOf(page).flatMap(({ name, section }) => (Object.hasOwn(content, name) ? [section] : []))
  const titles = [...new Set(sections)].map((section) => page.sections[section]?.title ?? section)
  return titles.length > 0 ? titles.join(', ') : 'Original text'
}
