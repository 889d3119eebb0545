import { decapitalized } from '../text/first-letter.ts'
import { INGREDIENT_GROUPS, type IngredientGroup, isIngredientGroup } from './product.ts'

/** What the owner says an oil suits. Labels stand on pages, so a test holds them to the rules of claims. */
export const SKIN_TYPES = {
  normal: 'Normal',
  dry: 'Dry',
  oily: 'Oily',
  combination: 'Combination',
  sensitive: 'Sensitive',
  mature: 'Mature',
} as const

export const CONCERNS = {
  dryness: 'Dryness',
  dullness: 'Dullness',
  'fine-lines': 'Look of fine lines',
  firmness: 'Look of firmness',
  'uneven-tone': 'Uneven-looking tone',
  blemishes: 'Blemish-prone skin',
  blotchiness: 'Blotchy-looking skin',
  shine: 'Shine',
  roughness: 'Rough patches',
  hands: 'Dry hands and cuticles',
  shaving: 'Shaved skin',
  'dry-hair': 'Dry hair and ends',
  frizz: 'Frizz and flyaways',
} as const

export const SCENTS = {
  floral: 'Floral',
  'orange-blossom': 'Orange blossom',
  herbal: 'Herbal',
  woody: 'Woods and resins',
  vanilla: 'Vanilla',
  unscented: 'Unscented',
} as const

/** Where an ingredient comes from. Nothing is assumed of one whose origin isn't given. */
export const ORIGINS = { plants: 'Plants only' } as const

export type SkinType = keyof typeof SKIN_TYPES
export type Concern = keyof typeof CONCERNS
export type Scent = keyof typeof SCENTS
type Origin = keyof typeof ORIGINS

export function isSkinType(value: string): value is SkinType {
  return Object.hasOwn(SKIN_TYPES, value)
}

/** What follows from the ingredients, so that no text can contradict them. */
export type BlendFacts = {
  /** Empty if the ingredients aren't listed: then nothing is known. */
  freeOf: readonly IngredientGroup[]
  contains: readonly IngredientGroup[]
  isVegan: boolean
}

export type OriginOf = { groups: readonly string[]; origin: readonly string[] }

const FROM_PLANTS: Origin = 'plants'
const SCENTED_BY: IngredientGroup = 'essential-oils'

export function blendFacts(ingredients: readonly OriginOf[]): BlendFacts {
  if (ingredients.length === 0) return { freeOf: [], contains: [], isVegan: false }
  const groups = Object.keys(INGREDIENT_GROUPS).filter(isIngredientGroup)
  const isIn = (group: IngredientGroup) => ingredients.some((ingredient) => ingredient.groups.includes(group))
  return {
    freeOf: groups.filter((group) => !isIn(group)),
    contains: groups.filter(isIn),
    isVegan: ingredients.every(({ origin }) => origin.includes(FROM_PLANTS)),
  }
}

/** An oil with an ingredient that is there for its scent isn't shown as unscented, whatever was ticked. */
export function shownScents(scents: readonly Scent[], { contains }: Pick<BlendFacts, 'contains'>): Scent[] {
  return scents.filter((scent) => scent !== 'unscented' || !contains.includes(SCENTED_BY))
}

/** Why these facts can't be saved with these ingredients. */
export function contradictionIn(scents: readonly Scent[], blend: Pick<BlendFacts, 'contains'>): string | undefined {
  if (shownScents(scents, blend).length < scents.length)
    return 'Essential oils are among its ingredients, so it isn’t unscented. Untick one or the other.'
  return scents.length > 1 && scents.includes('unscented') ? 'An unscented oil has no other scent.' : undefined
}

export type ProductFacts = BlendFacts & {
  skinTypes: readonly SkinType[]
  concerns: readonly Concern[]
  scents: readonly Scent[]
  scent: string
  texture: string
  absorbsIn: string
  whenToUse: string
}

export type FactRow = { label: string; text: string }

/** The table on the product's page; what isn't known has no row. */
export function factRows(facts: ProductFacts): FactRow[] {
  return allFactRows(facts).filter(({ text }) => text !== '')
}

/** Also what isn't known, so that oils can be compared line by line. */
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

/** What matters most to those who must avoid something, in a few words each. */
export function factMarks(facts: ProductFacts): string[] {
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

/** "Dry, sensitive, normal": as in a sentence, only the first begins with a capital letter. */
export function inWords(labels: readonly string[]): string {
  return labels.map((label, index) => (index === 0 ? label : decapitalized(label))).join(', ')
}
