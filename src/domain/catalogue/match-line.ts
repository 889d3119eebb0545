import { factMarks, inWords } from './fact-rows.ts'
import { CONCERNS, type ProductFacts, SCENTS, shownScents, SKIN_TYPES } from './facts.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from './product.ts'
import type { Facet } from './search-synonyms.ts'

export type MatchFacts = Pick<ProductFacts, 'skinTypes' | 'concerns' | 'scents' | 'freeOf' | 'contains' | 'isVegan'>

const MOST_REASONS = 3
/** What sensitive skin is most likely to react to, listed even if the owner says the oil suits it. */
const SPEAKS_AGAINST: readonly IngredientGroup[] = ['essential-oils', 'nuts']

/**
 * For a result's card: which of the requested facts the oil has, and what may be a problem. Empty if no facts were
 * requested.
 */
export function matchLine(oil: MatchFacts, asked: readonly Facet[]): string {
  const matched = [...new Set(asked)].flatMap((facet) => labelOf(facet, oil) ?? [])
  if (matched.length === 0) return ''
  const reasons = [...new Set([...matched, ...factMarks(oil)])].slice(0, MOST_REASONS)
  const against = asked.includes('skin:sensitive') ? SPEAKS_AGAINST.filter((group) => oil.contains.includes(group)) : []
  const but = against.map((group) => INGREDIENT_GROUPS[group].toLowerCase()).join(' and ')
  return inWords(reasons) + (but && `; contains ${but}`)
}

/** Undefined if the oil doesn't have it. */
function labelOf(facet: Facet, { skinTypes, concerns, scents, freeOf, contains, isVegan }: MatchFacts) {
  if (facet === 'vegan') return isVegan ? 'Vegan' : undefined
  const name = facet.slice(facet.indexOf(':') + 1)
  const skin = skinTypes.find((type) => facet === `skin:${type}`)
  if (skin) return `${SKIN_TYPES[skin]} skin`
  const concern = concerns.find((one) => facet === `concern:${one}`)
  if (concern) return CONCERNS[concern]
  const scent = shownScents(scents, { contains }).find((one) => facet === `scent:${one}`)
  if (scent) return SCENTS[scent]
  const group = facet.startsWith('free:') ? freeOf.find((one) => one === name) : undefined
  return group && `No ${INGREDIENT_GROUPS[group].toLowerCase()}`
}
