import { expect, test } from 'vitest'
import { blankValues, type FieldSet, publicValues, storedNames } from './fields.ts'
import { INGREDIENT_FIELDS } from './ingredient-fields.ts'
import { OFFER_FIELDS } from './offer-fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

const SOME = {
  scent: { kind: 'line', column: 'scent', label: 'Scent', max: 100, isCopy: true, isPublic: true },
  supplier: { kind: 'line', column: 'supplier', label: 'Supplier', max: 100, isCopy: false, isPublic: false },
  shelfMonths: { kind: 'count', column: 'shelf_months', label: 'Months', max: 60, initial: 12, isPublic: false },
  blend: { kind: 'blend', label: 'Blend', maxCount: 3, isPublic: true },
} as const satisfies FieldSet

test('a field that is not public never reaches a page', () => {
  const values = { scent: 'Neroli', supplier: 'Ana & Sons', shelfMonths: 18 }
  expect(publicValues(SOME, values)).toEqual({ scent: 'Neroli' })
  // @ts-expect-error -- nor does the type of a page know of it.
  expect(publicValues(SOME, values).supplier).toBeUndefined()
})

test('an empty field has the value that a new form begins with', () => {
  expect(storedNames(SOME)).toEqual(['scent', 'supplier', 'shelfMonths'])
  expect(blankValues(SOME)).toEqual({ scent: '', supplier: '', shelfMonths: 12, blend: [] })
})

test('no two fields share a column or a label', () => {
  const products = [...Object.values(PRODUCT_FIELDS).filter((field) => 'column' in field), ...OFFER_FIELDS]
  for (const fields of [products, Object.values(INGREDIENT_FIELDS)]) {
    const columns = fields.map(({ column }) => column)
    expect(columns).toEqual([...new Set(columns)])
  }
  const labels = Object.values(PRODUCT_FIELDS).map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
})
