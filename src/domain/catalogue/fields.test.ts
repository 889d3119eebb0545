import { expect, test } from 'vitest'
import { blankValues, type FieldSet, publicValues, storedNames, storedValues } from './fields.ts'
import { INGREDIENT_FIELDS } from './ingredient-fields.ts'
import { OFFER_FIELDS, SALE_PRICE_FIELDS } from './offer-fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

const SOME = {
  scent: { kind: 'line', column: 'scent', label: 'Scent', max: 100, isCopy: true, isPublic: true },
  supplier: { kind: 'line', column: 'supplier', label: 'Supplier', max: 100, isCopy: false, isPublic: false },
  shelfMonths: { kind: 'count', column: 'shelf_months', label: 'Months', max: 60, initial: 12, isPublic: false },
  blend: { kind: 'blend', label: 'Blend', maxCount: 3, isPublic: true },
} as const satisfies FieldSet

test('never sends a private field to a page', () => {
  const values = { scent: 'Neroli', supplier: 'Ana & Sons', shelfMonths: 18 }
  expect(publicValues(SOME, values)).toEqual({ scent: 'Neroli' })
  // @ts-expect-error -- the page's type does not have it either.
  expect(publicValues(SOME, values).supplier).toBeUndefined()
})

test('gives an empty field the initial value of a new form', () => {
  expect(storedNames(SOME)).toEqual(['scent', 'supplier', 'shelfMonths'])
  expect(blankValues(SOME)).toEqual({ scent: '', supplier: '', shelfMonths: 12, blend: [] })
})

test('reads ticks in the order of the form, without options that no longer exist', () => {
  const freeOf = {
    kind: 'ticks',
    column: 'free_of',
    label: 'Free of',
    options: { nuts: 'Nuts', olive: 'Olive', soy: 'Soy' },
    isPublic: true,
  } as const
  const set = { ...SOME, freeOf } satisfies FieldSet
  const row = { scent: 'Neroli', supplier: 'Ana & Sons', shelfMonths: 18, freeOf: ['soy', 'gone', 'nuts'] }
  expect(storedValues(set, row)).toEqual({ ...row, freeOf: ['nuts', 'soy'] })
})

test('gives a multi-line text an empty initial value', () => {
  const story = {
    kind: 'text',
    column: 'story',
    label: 'Story',
    max: 100,
    rows: 3,
    isCopy: true,
    isPublic: true,
  } as const
  expect(blankValues({ story })).toEqual({ story: '' })
})

test('has unique columns and labels', () => {
  const products = [...Object.values(PRODUCT_FIELDS).filter((field) => 'column' in field), ...OFFER_FIELDS]
  for (const fields of [products, Object.values(INGREDIENT_FIELDS)]) {
    const columns = fields.map(({ column }) => column)
    expect(columns).toEqual([...new Set(columns)])
  }
  // They are all on one screen.
  const labels = [...Object.values(PRODUCT_FIELDS), ...OFFER_FIELDS, ...Object.values(SALE_PRICE_FIELDS)].map(
    ({ label }) => label,
  )
  expect(labels).toEqual([...new Set(labels)])
})
