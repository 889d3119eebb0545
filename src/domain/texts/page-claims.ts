import { findClaims } from '../catalogue/claims.ts'
import { plainInline } from './inline.ts'
import { type PageContent, wordsIn } from './page-content.ts'
import { slotsOf, type TextKey, textPage } from './text-pages.ts'

export type PageClaim = { section: string; phrase: string; why: string; suggestion: string }

/** Claims in the owner's texts. The shop's default texts aren't checked: the routine guide has to say "sunscreen". */
export function claimsIn(key: TextKey, content: PageContent): PageClaim[] {
  const page = textPage(key)
  return slotsOf(page).flatMap(({ name, section, slot }) => {
    const value = content[name]
    if (value === undefined) return []
    const known = new Set(wordsIn(slot.initial).flatMap(phrasesIn))
    return wordsIn(value).flatMap((text) =>
      findClaims(plainInline(text))
        .filter(({ phrase }) => !known.has(phrase.toLowerCase()))
        .map(({ phrase, why, suggestion }) => ({
          section: page.sections[section]?.title ?? section,
          phrase,
          why,
          suggestion,
        })),
    )
  })
}

function phrasesIn(text: string): string[] {
  return findClaims(plainInline(text)).map(({ phrase }) => phrase.toLowerCase())
}
