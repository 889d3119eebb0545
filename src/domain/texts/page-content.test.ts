import { expect, test } from 'vitest'
import { isSame, NO_CONTENT, picturesIn, readContent, textsIn, wordsIn } from './page-content.ts'
import { ownLinksIn } from './page-links.ts'
import type { Block } from './slots.ts'

const BODY: Block[] = [
  { kind: 'paragraph', text: 'Made by {name}, see [the guide](/routine-guide).' },
  { kind: 'heading', text: 'How' },
  { kind: 'list', items: ['Slow', 'Cold'] },
  { kind: 'link', label: 'Shop', to: '/shop-all' },
  { kind: 'picture', address: '/uploads/0123456789abcdef0123', alt: 'A bench' },
]

test('fills facts into every kind of block', () => {
  const { story } = textsIn('about', { 'story.body': BODY }, { name: 'Ana' })
  expect(story.body[0]).toEqual({ kind: 'paragraph', text: 'Made by Ana, see [the guide](/routine-guide).' })
  expect(story.body.slice(1)).toEqual(BODY.slice(1))
})

test('reads the words of a text, a link, a list and every block, but not link targets', () => {
  expect(wordsIn('One')).toEqual(['One'])
  expect(wordsIn({ label: 'Shop', to: '/shop-all' })).toEqual(['Shop'])
  expect(wordsIn([{ title: 'A', text: 'B' }])).toEqual(['A', 'B'])
  expect(wordsIn(BODY)).toEqual([
    'Made by {name}, see [the guide](/routine-guide).',
    'How',
    'Slow',
    'Cold',
    'Shop',
    'A bench',
  ])
})

test('finds the pictures among everything else', () => {
  expect(picturesIn({ 'head.title': 'One', 'head.link': { label: 'Shop', to: '/' }, 'story.body': BODY })).toEqual([
    '/uploads/0123456789abcdef0123',
  ])
})

test('is equal whatever the order of its keys, and unequal if a word differs', () => {
  expect(isSame({ label: 'Shop', to: '/a' }, { to: '/a', label: 'Shop' })).toBe(true)
  expect(isSame({ label: 'Shop', to: '/a' }, { label: 'Shop', to: '/b' })).toBe(false)
  expect(isSame([{ a: '1', b: '2' }], [{ b: '2', a: '1' }])).toBe(true)
  expect(isSame([{ a: '1' }, { a: '2' }], [{ a: '2' }, { a: '1' }])).toBe(false)
  expect(isSame('One', 'One')).toBe(true)
  expect(isSame('One', 'Two')).toBe(false)
})

test('reads nothing from what was never content', () => {
  for (const stored of [undefined, null, 'text', 7]) expect(readContent('about', stored)).toEqual(NO_CONTENT)
})

test('lists links to pages of the shop once per section, and no others', () => {
  expect(ownLinksIn('about', NO_CONTENT)).toEqual([])
  const content = {
    'head.title': 'About [us](/contact) and [them](https://example.com)',
    'story.body': [...BODY, { kind: 'link' as const, label: 'Again', to: '/shop-all' }],
  }
  const [head, story] = [ownLinksIn('about', { 'head.title': content['head.title'] }), ownLinksIn('about', content)]
  expect(head.map(({ to }) => to)).toEqual(['/contact'])
  expect(story.map(({ to }) => to)).toEqual(['/contact', '/shop-all', '/routine-guide'])
  expect(new Set(story.map(({ section }) => section)).size).toBe(2)
})
