import { capitalized, decapitalized } from '../text/first-letter.ts'
import { inWords } from './fact-rows.ts'
import { type Concern, CONCERNS, type ProductFacts, SCENTS, shownScents, SKIN_TYPES } from './facts.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from './product.ts'
import type { Facet } from './search-synonyms.ts'

export type MatchFacts = Pick<
  ProductFacts,
  'skinTypes' | 'concerns' | 'scents' | 'freeOf' | 'contains' | 'isVegan' | 'texture'
>

const MOST_REASONS = 2
const MOST_CONCERNS = 2
/** What sensitive skin is most likely to react to, listed even if the owner says the oil suits it. */
const SPEAKS_AGAINST: readonly IngredientGroup[] = ['essential-oils', 'nuts']

/**
 * For a result's card: which of the requested facts the oil has, what is particular about it, since all the others have
 * those facts too, and what may be a problem. Empty if it has none of the requested facts.
 */
export function matchLine(oil: MatchFacts, asked: readonly Facet[]): string {
  const matched = [...new Set(asked)].flatMap((facet) => labelOf(facet, oil) ?? [])
  const wanted = oil.concerns.filter((concern) => asked.includes(`concern:${concern}`))
  if (matched.length + wanted.length === 0) return ''
  const against = asked.includes('skin:sensitive') ? SPEAKS_AGAINST.filter((group) => oil.contains.includes(group)) : []
  const but = against.map((group) => INGREDIENT_GROUPS[group].toLowerCase()).join(' and ')
  const reasons = [inWords(matched.slice(0, MOST_REASONS)), purposeOf(oil, wanted), decapitalized(oil.texture)]
  const parts = [...reasons.filter((reason) => reason !== '').slice(0, MOST_REASONS), but && `contains ${but}`]
  return capitalized(parts.filter((part) => part !== '').join('; '))
}

/** What it's made for, the requested concerns first. */
function purposeOf({ concerns }: MatchFacts, wanted: readonly Concern[]): string {
  const named = [...new Set([...wanted, ...concerns])].slice(0, MOST_CONCERNS)
  const names = named.map((concern) => decapitalized(CONCERNS[concern]).replace('look of', 'the look of'))
  return names.length > 0 ? `for ${names.join(', ')}` : ''
}

/** Undefined if the oil doesn't have it, and for a concern, which is part of the purpose. */
function labelOf(facet: Facet, { skinTypes, scents, freeOf, contains, isVegan }: MatchFacts) {
  if (facet === 'vegan') return isVegan ? 'Vegan' : undefined
  const name = facet.slice(facet.indexOf(':') + 1)
  const skin = skinTypes.find((type) => facet === `skin:${type}`)
  if (skin) return `${SKIN_TYPES[skin]} skin`
  const scent = shownScents(scents, { contains }).find((one) => facet === `scent:${one}`)
  if (scent) return SCENTS[scent]
  const group = facet.startsWith('free:') ? freeOf.find((one) => one === name) : undefined
  return group && `No ${INGREDIENT_GROUPS[group].toLowerCase()}`
}
