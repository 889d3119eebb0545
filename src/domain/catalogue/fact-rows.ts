import { decapitalized } from '../text/first-letter.ts'
import { CONCERNS, type ProductFacts, SCENTS, shownScents, SKIN_TYPES } from './facts.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from './product.ts'

export type FactRow = { label: string; text: string }

/** The table on the product page; unknown facts have no row. */
export function factRows(facts: ProductFacts): FactRow[] {
  return allFactRows(facts).filter(({ text }) => text !== '')
}

/** Unknown facts as well, so that oils can be compared line by line. */
export function allFactRows(facts: ProductFacts): FactRow[] {
  const scents = inWords(shownScents(facts.scents, facts).map((scent) => SCENTS[scent]))
  return [
    { label: 'Skin types', text: inWords(facts.skinTypes.map((type) => SKIN_TYPES[type])) },
    { label: 'Good for', text: inWords(facts.concerns.map((concern) => CONCERNS[concern])) },
    { label: 'Scent', text: [scents, facts.scent].filter(Boolean).join('. ') },
    { label: 'Texture', text: facts.texture },
    { label: 'Absorbs in', text: facts.absorbsIn },
    { label: 'When', text: facts.whenToUse },
    { label: 'Free of', text: inWords(facts.freeOf.map((group) => INGREDIENT_GROUPS[group])) },
    { label: 'Contains', text: inWords(facts.contains.map((group) => INGREDIENT_GROUPS[group])) },
    { label: 'Vegan', text: facts.isVegan ? 'Every ingredient comes from plants' : '' },
  ]
}

/** What matters most to shoppers who have to avoid something, in a few words each. */
export function factMarks(facts: Pick<ProductFacts, 'scents' | 'freeOf' | 'contains'>): string[] {
  const groups: [IngredientGroup, string][] = [
    ['essential-oils', 'No essential oils'],
    ['nuts', 'No nuts'],
    ['coconut', 'No coconut'],
  ]
  return [
    ...(shownScents(facts.scents, facts).includes('unscented') ? [SCENTS.unscented] : []),
    ...groups.flatMap(([group, mark]) => (facts.freeOf.includes(group) ? [mark] : [])),
  ]
}

/** "Dry, sensitive, normal": as in a sentence, only the first word is capitalized. */
export function inWords(labels: readonly string[]): string {
  return labels.map((label, index) => (index === 0 ? label : decapitalized(label))).join(', ')
}
