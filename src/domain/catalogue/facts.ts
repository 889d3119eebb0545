import { GROUP_NAMES, type IngredientGroup } from './product.ts'

/** What the owner says an oil suits. Labels are shown on pages, so a test checks them against the rules for claims. */
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
  shine: 'Shiny-looking skin',
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

/** Where an ingredient comes from. Nothing is assumed if it isn't given. */
export const ORIGINS = { plants: 'Plants only' } as const

export type SkinType = keyof typeof SKIN_TYPES
export type Concern = keyof typeof CONCERNS
export type Scent = keyof typeof SCENTS
type Origin = keyof typeof ORIGINS

export function isSkinType(value: string): value is SkinType {
  return Object.hasOwn(SKIN_TYPES, value)
}

/** Derived from the ingredients, so that no text can contradict them. */
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
  const isIn = (group: IngredientGroup) => ingredients.some((ingredient) => ingredient.groups.includes(group))
  return {
    freeOf: GROUP_NAMES.filter((group) => !isIn(group)),
    contains: GROUP_NAMES.filter(isIn),
    isVegan: ingredients.every(({ origin }) => origin.includes(FROM_PLANTS)),
  }
}

/** An oil with a scented ingredient is never shown as unscented, no matter what was ticked. */
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
