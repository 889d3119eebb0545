import { ORIGINS } from './facts.ts'
import type { FieldSet, ValuesOf } from './fields.ts'
import { INGREDIENT_GROUPS } from './product.ts'

/** An entry of the glossary, in the order of the desk's form. */
export const INGREDIENT_FIELDS = {
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
  inci: {
    kind: 'line',
    column: 'inci',
    label: 'Name on labels (INCI)',
    max: 300,
    isRequired: true,
    isCopy: false,
    isPublic: true,
    isHalf: true,
  },
  summary: {
    kind: 'text',
    column: 'summary',
    label: 'In a sentence',
    max: 500,
    rows: 2,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  richIn: {
    kind: 'text',
    column: 'rich_in',
    label: 'Rich in',
    max: 1000,
    rows: 3,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  benefits: {
    kind: 'text',
    column: 'benefits',
    label: 'Benefits',
    max: 1000,
    rows: 3,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  properties: {
    kind: 'text',
    column: 'properties',
    label: 'Properties',
    max: 1000,
    rows: 3,
    isRequired: true,
    isCopy: true,
    isPublic: true,
  },
  groups: {
    kind: 'ticks',
    column: 'groups',
    label: 'Who avoids it',
    hint: 'Shoppers can leave these out of the list of oils.',
    options: INGREDIENT_GROUPS,
    isPublic: true,
  },
  origin: {
    kind: 'ticks',
    column: 'origin',
    label: 'Comes from',
    hint: 'An oil is vegan if all of its ingredients come from plants only.',
    options: ORIGINS,
    isPublic: false,
  },
} as const satisfies FieldSet

export type IngredientEntry = ValuesOf<typeof INGREDIENT_FIELDS>
