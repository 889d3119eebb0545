import { parseInline } from './inline.ts'
import { isOwnPath } from './link-target.ts'
import { type PageContent, wordsIn } from './page-content.ts'
import type { SlotValue } from './slots.ts'
import { slotsOf, type TextKey, textPage } from './text-pages.ts'

export type PageLink = { section: string; to: string }

/** Links to pages of this shop in what the owner has written, each once per section. */
export function ownLinksIn(key: TextKey, content: PageContent): PageLink[] {
  const page = textPage(key)
  const links = slotsOf(page).flatMap(({ name, section }) => {
    const value = content[name]
    if (value === undefined) return []
    const title = page.sections[section]?.title ?? section
    return targetsIn(value)
      .filter(isOwnPath)
      .map((to) => ({ section: title, to }))
  })
  return [...new Map(links.map((link) => [`${link.section} ${link.to}`, link])).values()]
}

function targetsIn(value: SlotValue): string[] {
  const inWords = wordsIn(value).flatMap((text) =>
    parseInline(text).flatMap((run) => (run.kind === 'link' ? [run.to] : [])),
  )
  if (typeof value === 'string') return inWords
  const parts: readonly object[] = Array.isArray(value) ? value : [value]
  return [...parts.flatMap((part) => ('to' in part && typeof part.to === 'string' ? [part.to] : [])), ...inWords]
}
