import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BADGES, chooseFeatured, type FeaturedSlot } from './featured.ts'

const slots: FeaturedSlot[] = [
  { productId: 'a', badge: 'Best Seller' },
  { productId: 'b', badge: 'Staff Pick' },
  { productId: 'c', badge: 'Low Stock' },
  { productId: 'd', badge: 'Customer Favorite' },
]
const nothing = { bestSellers: [], lowStock: [], favorites: [] }

test('without figures, keeps the editor’s choice and claims nothing about it', () => {
  const choices = chooseFeatured(slots, nothing)
  expect(choices.map(({ productId }) => productId)).toEqual(['a', 'b', 'c', 'd'])
  expect(choices.map(({ badge }) => badge)).toEqual([null, 'Staff Pick', null, null])
  expect(new Set(choices.map(({ reason }) => reason))).toEqual(new Set(['Chosen by our team']))
})

test('a badge is only on a product that has earned it, whatever the editor chose', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  fc.assert(
    fc.property(ids, ids, ids, (bestSellers, lowStock, favorites) => {
      const earned: Record<string, readonly string[]> = {
        'Best Seller': bestSellers,
        'Low Stock': lowStock,
        'Customer Favorite': favorites,
      }
      const unearned = chooseFeatured(slots, { bestSellers, lowStock, favorites }).filter(
        ({ productId, badge }) => badge !== null && badge !== 'Staff Pick' && !earned[badge]?.includes(productId),
      )
      expect(unearned).toEqual([])
    }),
  )
})

test('a product that has earned a badge gets it', () => {
  const choices = chooseFeatured(slots, { bestSellers: ['x'], lowStock: ['y'], favorites: ['z'] })
  expect(choices.map(({ productId }) => productId)).toEqual(['x', 'b', 'y', 'z'])
  expect(choices[0]?.reason).toBe('Most bottles sold in the last 90 days')
  expect(choices[2]?.reason).toBe('The fewest bottles left on our shelf')
})

test('the editor’s choice keeps its place if it has earned the badge', () => {
  const choices = chooseFeatured(slots, { bestSellers: ['a', 'x'], lowStock: [], favorites: [] })
  expect(choices[0]).toMatchObject({ productId: 'a', badge: 'Best Seller' })
})

test('gives a badge to the runner-up if its winner is already on another card', () => {
  const choices = chooseFeatured(slots, { bestSellers: ['b', 'x'], lowStock: [], favorites: ['x', 'z'] })
  expect(choices.map(({ productId }) => productId)).toEqual(['x', 'b', 'c', 'z'])
})

test('never shows a product twice', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  fc.assert(
    fc.property(ids, ids, ids, (bestSellers, lowStock, favorites) => {
      const shown = chooseFeatured(slots, { bestSellers, lowStock, favorites }).map(({ productId }) => productId)
      expect(new Set(shown).size).toBe(shown.length)
    }),
  )
})

test('defines these badges and reasons', () => {
  expect(BADGES).toEqual(['Best Seller', 'Staff Pick', 'Low Stock', 'Customer Favorite'])
  const choices = chooseFeatured(slots, { bestSellers: ['x'], lowStock: ['y'], favorites: ['z'] })
  expect(choices.map(({ badge, reason }) => `${badge}: ${reason}`)).toEqual([
    'Best Seller: Most bottles sold in the last 90 days',
    'Staff Pick: Chosen by our team',
    'Low Stock: The fewest bottles left on our shelf',
    'Customer Favorite: The best average of all oils with five or more reviews',
  ])
})
