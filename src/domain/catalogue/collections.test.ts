import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTypedOrder, isLinked, loadingText, moveTo, ontoShelves, pageTexts, withCount } from './collections.ts'

const TEXTS = {
  name: 'Body & Hair',
  title: '',
  eyebrow: 'Shoulders to ankles',
  lead: '{n} oils, one generous size each.',
  noun: '',
  failureText: '',
  seoTitle: '',
  seoDescription: '',
}

const items = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })

test('fills in what the owner left empty, and counts the products', () => {
  expect(pageTexts(TEXTS, 8)).toEqual({
    eyebrow: 'Shoulders to ankles',
    title: 'Body & Hair',
    lead: '8 oils, one generous size each.',
    seoTitle: 'Body & Hair',
    seoDescription: '8 oils, one generous size each.',
    emptyText: 'No products found.',
    failureText: 'Failed to load products',
  })
  const written = { ...TEXTS, title: 'Body', noun: 'body oils', failureText: 'Away.', seoTitle: '{n} oils' }
  expect(pageTexts(written, 2)).toMatchObject({
    title: 'Body',
    seoTitle: '2 oils',
    emptyText: 'No body oils found.',
    failureText: 'Away.',
  })
  expect([loadingText(written), loadingText(TEXTS)]).toEqual(['Loading body oils...', 'Loading products...'])
  expect(withCount('{n} of {n}, {m}', 3)).toBe('3 of 3, {m}')
})

test('puts each item on the first matching shelf and loses none', () => {
  fc.assert(
    fc.property(
      items,
      fc.array(fc.array(fc.string({ minLength: 1, maxLength: 3 })), { maxLength: 4 }),
      (ids, shelves) => {
        const all = ids.map((id) => ({ id }))
        const { shelves: filled, rest } = ontoShelves(all, shelves)
        expect([...filled.flat(), ...rest].map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        for (const [index, shelf] of filled.entries())
          for (const { id } of shelf) expect(shelves.findIndex((members) => members.includes(id))).toBe(index)
      },
    ),
  )
})

test('stays a permutation through any moves, and puts the moved item at the requested place', () => {
  fc.assert(
    fc.property(items, fc.array(fc.tuple(fc.nat(14), fc.integer({ min: -3, max: 15 }))), (start, moves) => {
      let order = start
      for (const [which, place] of moves) {
        const item = order[which] ?? 'unknown'
        order = moveTo(order, item, place)
        const wanted = start.includes(item) ? Math.min(Math.max(place, 0), start.length - 1) : -1
        expect(order.indexOf(item)).toBe(wanted)
      }
      expect(order.toSorted()).toEqual(start.toSorted())
    }),
  )
})

test('moves an item to the number typed for it; the others make room', () => {
  const typed = (...numbers: (number | undefined)[]) =>
    inTypedOrder(numbers.map((number, index) => ({ item: 'abcdef'[index] ?? '', typed: number }))).join('')
  expect(typed(1, 2, 3, 4)).toBe('abcd')
  expect(typed(1, 2, 1, 4)).toBe('cabd')
  expect(typed(1, 4, 3, 4)).toBe('acdb')
  expect(typed(3, 1, 2)).toBe('bca')
  expect(typed(undefined, 99, undefined, 0)).toBe('dacb')
})

test('accepts any typed permutation unchanged', () => {
  const shuffled = items.chain((list) =>
    fc.shuffledSubarray(list, { minLength: list.length }).map((to) => ({ list, to })),
  )
  fc.assert(
    fc.property(shuffled, ({ list, to }) => {
      expect(inTypedOrder(list.map((item) => ({ item, typed: to.indexOf(item) + 1 })))).toEqual(to)
    }),
  )
})

test('links a collection only while it is not empty', () => {
  expect([0, 1, 2].map((count) => isLinked({ count }))).toEqual([false, true, true])
})
