import { expect, test } from 'vitest'
import { cdnHeaders, purgedTags } from './cdn-headers.ts'
import { EVERYTHING } from './page-cache.ts'

const keysOf = (...tags: string[]) => cdnHeaders(new Set(tags))['surrogate-key']?.split(' ') ?? []

test('sends a page’s tags for every kind of cache', () => {
  const headers = cdnHeaders(new Set(['product:pure-bloom', 'catalogue']))
  expect(headers['surrogate-key']).toBe('everything product:pure-bloom catalogue')
  expect(headers['cache-tag']).toBe('everything,product:pure-bloom,catalogue')
})

test('lets shared caches store a page, but not browsers', () => {
  const control = cdnHeaders(new Set())['cache-control']
  expect(control).toBe(
    'public, max-age=0, must-revalidate, s-maxage=3600, stale-while-revalidate=30, stale-if-error=86400',
  )
})

test('a page with too many tags is dropped on every change', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `product:oil-${index}`)
  const keys = keysOf(...many)
  expect(keys.join(' ').length).toBeLessThan(100)
  expect(purgedTags(['product:oil-999']).some((tag) => keys.includes(tag))).toBe(true)
  expect(purgedTags(['policies']).some((tag) => keys.includes(tag))).toBe(true)
})

test.each([['product:pure-bloom'], ['product:a b'], ['product:a.b'], ['product:(é)|*']])(
  'a change to %s drops the pages that show it, and lets no separator or expression through',
  (tag) => {
    const keys = keysOf(tag)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toMatch(/^[\w:%-]+$/)
    expect(purgedTags([tag])).toContain(keys[1])
    expect(purgedTags(['product:other']).some((purged) => keys.includes(purged))).toBe(false)
  },
)

test('a change to everything drops every page', () => {
  expect(purgedTags(['catalogue', EVERYTHING])).toEqual([EVERYTHING])
  expect(keysOf('policies')).toContain(EVERYTHING)
})
