import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, slugify } from './slug.ts'

test('makes a product’s slug from its name', () => {
  expect(slugify('Forever Skin Serum')).toBe('forever-skin-serum')
  expect(slugify('Bloomera Hair + Skin Restore')).toBe('bloomera-hair-skin-restore')
  expect(slugify('Pure Bloom')).toBe('pure-bloom')
  expect(slugify('Floral Wood Body Oil')).toBe('floral-wood-body-oil')
})

test('removes leading, trailing, and repeated separators', () => {
  expect(slugify('  --Rose & Neroli!! ')).toBe('rose-neroli')
  expect(slugify('***')).toBe('')
})

test('leaves a slug unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const slug = slugify(name)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slugify(slug)).toBe(slug)
    }),
  )
})

test.each([
  ['pure-bloom', true],
  ['a', true],
  ['oil-2-go', true],
  ['', false],
  ['-oil', false],
  ['oil-', false],
  ['pure--bloom', false],
  ['Pure-bloom', false],
  ['pure bloom', false],
  ['pure-blöm', false],
  ['a'.repeat(100), true],
  ['a'.repeat(101), false],
])('%j is a valid slug: %s', (text, expected) => {
  expect(isSlug(text)).toBe(expected)
})
