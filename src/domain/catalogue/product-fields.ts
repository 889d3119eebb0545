import { CONCERNS, SCENTS, SKIN_TYPES } from './facts.ts'
import type { FieldSet, PublicName, StoredName, ValuesOf } from './fields.ts'

/**
 * All product fields, in the order of the desk's form. The table's columns, the form and its parser, the import file,
 * the conflict view, the audit log and undo are all derived from this.
 */
export const PRODUCT_FIELDS = {
  name: {
    kind: 'line',
    column: 'name',
    label: 'Name',
    max: 100,
    isRequired: true,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  category: {
    kind: 'line',
    column: 'category',
    label: 'Category',
    hint: 'A word or two on its card. Where it stands in the shop is up to its collections.',
    max: 50,
    isRequired: true,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  shortDescription: {
    kind: 'text',
    column: 'short_description',
    label: 'Short description',
    hint: 'The first sentence stands alone on the guide’s cards.',
    max: 500,
    rows: 3,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  description: {
    kind: 'text',
    column: 'description',
    label: 'About this blend',
    hint: 'An empty line begins a new paragraph.',
    max: 10_000,
    rows: 9,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  benefits: {
    kind: 'list',
    column: 'benefits',
    label: 'Benefits',
    hint: 'One on each line.',
    maxEach: 200,
    maxCount: 12,
    rows: 6,
    isCopy: true,
    isPublic: true,
  },
  howToUse: {
    kind: 'text',
    column: 'how_to_use',
    label: 'How to use',
    max: 3000,
    rows: 4,
    isCopy: true,
    isPublic: true,
  },
  patchTest: {
    kind: 'text',
    column: 'patch_test',
    label: 'Patch test',
    max: 3000,
    rows: 4,
    isCopy: true,
    isPublic: true,
  },
  dropsPerUse: {
    kind: 'count',
    column: 'drops_per_use',
    label: 'Drops per use',
    max: 50,
    initial: 4,
    isPublic: true,
    isHalf: true,
  },
  usesPerDay: {
    kind: 'count',
    column: 'uses_per_day',
    label: 'Uses per day',
    max: 10,
    initial: 2,
    isPublic: true,
    isHalf: true,
  },
  skinTypes: {
    kind: 'ticks',
    column: 'skin_types',
    label: 'Skin types',
    hint: 'Shoppers search and filter by what is ticked here and in the next two.',
    options: SKIN_TYPES,
    isPublic: true,
  },
  concerns: { kind: 'ticks', column: 'concerns', label: 'Good for', options: CONCERNS, isPublic: true },
  scents: {
    kind: 'ticks',
    column: 'scents',
    label: 'Kind of scent',
    hint: 'An oil with essential oils can’t be unscented.',
    options: SCENTS,
    isPublic: true,
  },
  scent: {
    kind: 'line',
    column: 'scent',
    label: 'Scent in words',
    max: 120,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  texture: {
    kind: 'line',
    column: 'texture',
    label: 'Texture',
    max: 120,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  absorbsIn: {
    kind: 'line',
    column: 'absorbs_in',
    label: 'Absorbs in',
    max: 120,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  whenToUse: {
    kind: 'line',
    column: 'when_to_use',
    label: 'When to use it',
    max: 120,
    isCopy: true,
    isPublic: true,
    isHalf: true,
  },
  feel: {
    kind: 'list',
    column: 'feel',
    label: 'How it feels',
    hint: 'Three lines: right after, ten minutes later, an hour later. The first sentence of each is its heading.',
    maxEach: 200,
    maxCount: 3,
    rows: 4,
    isCopy: true,
    isPublic: true,
  },
  searchWords: {
    kind: 'line',
    column: 'search_words',
    label: 'Also found by',
    hint: 'Words that shoppers may type, such as “gift”. They aren’t shown.',
    max: 300,
    isCopy: false,
    isPublic: false,
  },
  ingredients: {
    kind: 'blend',
    label: 'Ingredients',
    hint: 'Number them in the order of the label: 1 is what there is most of. Without a number it is not in the blend.',
    maxCount: 60,
    isPublic: true,
  },
  inci: {
    kind: 'text',
    column: 'inci',
    label: 'All ingredients, as on the label (INCI)',
    max: 5000,
    rows: 4,
    isCopy: false,
    isPublic: true,
  },
} as const satisfies FieldSet

const optional = { isRequired: false } as const

/** The same fields for a product that isn't on sale, which only needs a name. */
export const DRAFT_FIELDS = {
  ...PRODUCT_FIELDS,
  category: { ...PRODUCT_FIELDS.category, ...optional },
  shortDescription: { ...PRODUCT_FIELDS.shortDescription, ...optional },
  description: { ...PRODUCT_FIELDS.description, ...optional },
} as const satisfies FieldSet

type ProductFields = typeof PRODUCT_FIELDS

export type ProductTexts = ValuesOf<ProductFields>

/** Fields stored in the product's own row. */
export type StoredProductTexts = Pick<ProductTexts, StoredName<ProductFields>>

export type PublicProductTexts = Pick<ProductTexts, StoredName<ProductFields> & PublicName<ProductFields>>
