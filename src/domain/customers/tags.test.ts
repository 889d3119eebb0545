import { expect, test } from 'vitest'
import { readTags, tagProblem, withKnownSpelling } from './tags.ts'

test.each([
  ['', []],
  [' , ,\n', []],
  ['VIP', ['VIP']],
  ['VIP, gift  buyer ,\twholesale', ['VIP', 'gift buyer', 'wholesale']],
  ['VIP\nwholesale', ['VIP', 'wholesale']],
  ['VIP, vip, Vip', ['VIP']],
])('reads %j as %j', (typed, tags) => {
  expect(readTags(typed)).toEqual(tags)
})

test('accepts ten tags of thirty characters', () => {
  const tags = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(30, 'x'))
  expect(tagProblem(tags)).toBeUndefined()
  expect(tagProblem([])).toBeUndefined()
  expect(tagProblem([...tags, 'one more'])).toBe('Use up to 10 tags.')
  expect(tagProblem(['short', 'y'.repeat(31)])).toBe(
    `“${'y'.repeat(30)}…” is too long. Use up to 30 characters per tag.`,
  )
})

test('keeps one spelling of a tag for all customers', () => {
  expect(withKnownSpelling(['vip', 'New'], ['VIP', 'gift'])).toEqual(['VIP', 'New'])
})
