import { expect, test } from 'vitest'
import { NO_CONTENT } from './page-content.ts'
import { BLOCK_KINDS, readFields, readItems, tidyFields, toFields, writeItems } from './slot-fields.ts'
import type { Block } from './slots.ts'

const BODY: Block[] = [
  { kind: 'paragraph', text: 'One\n\nTwo' },
  { kind: 'heading', text: 'How' },
  { kind: 'list', items: ['Slow', 'Cold'] },
  { kind: 'link', label: 'Shop', to: '/shop-all' },
  { kind: 'picture', address: '/uploads/0123456789abcdef0123', alt: 'A bench' },
]

/** Only the fields of the story, as a form sends them. */
function storyFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('story.body')))
}

function readStory(fields: Record<string, string>) {
  return readFields('about', { 'story.body': 'list', ...fields }, NO_CONTENT).content['story.body']
}

test('writes each block into the fields of its form', () => {
  expect(storyFields(toFields('about', { 'story.body': BODY }))).toEqual({
    'story.body': 'list',
    'story.body.0.kind': 'paragraph',
    'story.body.0.text': 'One\n\nTwo',
    'story.body.1.kind': 'heading',
    'story.body.1.text': 'How',
    'story.body.2.kind': 'list',
    'story.body.2.text': 'Slow\nCold',
    'story.body.3.kind': 'link',
    'story.body.3.text': 'Shop',
    'story.body.3.to': '/shop-all',
    'story.body.4.kind': 'picture',
    'story.body.4.text': 'A bench',
    'story.body.4.address': '/uploads/0123456789abcdef0123',
  })
  expect(readStory(toFields('about', { 'story.body': BODY }))).toEqual(BODY)
})

test('tidies what was typed into a block', () => {
  expect(
    readStory({
      'story.body.0.kind': 'paragraph',
      'story.body.0.text': '  One\n\nTwo ',
      'story.body.1.kind': 'heading',
      'story.body.1.text': ' How   so ',
      'story.body.2.kind': 'list',
      'story.body.2.text': ' Slow \n\n  \nCold',
      'story.body.3.kind': 'link',
      'story.body.3.text': ' Shop ',
      'story.body.3.to': ' /shop-all ',
      'story.body.4.kind': 'picture',
      'story.body.4.text': ' A  bench ',
      'story.body.4.address': '/uploads/0123456789abcdef0123',
    }),
  ).toEqual([{ kind: 'paragraph', text: 'One\n\nTwo' }, { kind: 'heading', text: 'How so' }, ...BODY.slice(2)])
})

test('reads as much as it can of a block whose form is incomplete', () => {
  expect(readStory({ 'story.body.0.kind': 'link', 'story.body.0.to': '/about' })).toEqual([
    { kind: 'link', label: '', to: '/about' },
  ])
  expect(readStory({ 'story.body.0.kind': 'link', 'story.body.0.text': 'Shop' })).toEqual([
    { kind: 'link', label: 'Shop', to: '' },
  ])
  expect(readStory({ 'story.body.0.kind': 'picture', 'story.body.0.text': 'A bench' })).toEqual([
    { kind: 'picture', alt: 'A bench', address: '' },
  ])
  expect(readStory({ 'story.body.0.text': 'One' })).toEqual([{ kind: 'paragraph', text: 'One' }])
  expect(readStory({ 'story.body.0.kind': 'script', 'story.body.0.text': 'One' })).toEqual([
    { kind: 'paragraph', text: 'One' },
  ])
})

test.each([
  ['words', { text: 'One' }, 1],
  ['a target', { to: '/about' }, 1],
  ['a picture', { address: '/uploads/0123456789abcdef0123' }, 1],
  ['only a kind', {}, 0],
  ['only spaces', { text: '  ', to: ' ', address: ' ' }, 0],
])('keeps a block with %s: %o', (_what, typed, count) => {
  const fields = Object.fromEntries(Object.entries(typed).map(([name, value]) => [`story.body.0.${name}`, value]))
  expect(readStory({ 'story.body.0.kind': 'list', ...fields })).toHaveLength(count)
})

test('reads items in the order of their numbers, with gaps, and nothing else', () => {
  const items = readItems('list', {
    'list.10.title': 'Third',
    'list.2.title': 'Second',
    'list.2.text': 'More',
    'list.0.title': 'First',
    'list.59.title': 'Last',
    'list.60.title': 'Beyond',
    'list.100.title': 'Far beyond',
    'list.x.title': 'No number',
    'list.1': 'No field',
    'list.1.title.more': 'Too deep',
    'list.a1.title': 'Odd number',
    'other.0.title': 'Another list',
    'listing.0.title': 'A list whose name starts alike',
    '0.title': 'No list',
  })
  expect(items).toEqual([{ title: 'First' }, { title: 'Second', text: 'More' }, { title: 'Third' }, { title: 'Last' }])
})

test('keeps an empty list', () => {
  expect(writeItems('list', [])).toEqual({ list: 'list' })
  expect(readFields('about', { 'story.body': 'list' }, NO_CONTENT).content).toEqual({ 'story.body': [] })
})

test('a link stays unchanged unless the form has both halves', () => {
  const stored = { 'story.button': { label: 'Ours', to: '/contact' } }
  expect(readFields('about', { 'story.button.label': 'New' }, stored).content).toEqual(stored)
  expect(readFields('about', { 'story.button.to': '/about' }, stored).content).toEqual(stored)
  expect(
    readFields('about', { 'story.button.label': ' New  one ', 'story.button.to': ' /about ' }, stored).content,
  ).toEqual({ 'story.button': { label: 'New one', to: '/about' } })
})

test('a long text keeps its lines, a short one becomes one line', () => {
  const { content } = readFields('about', { 'head.lead': 'One\n\nTwo', 'head.eyebrow': 'One\nTwo' }, NO_CONTENT)
  expect(content).toEqual({ 'head.lead': 'One\n\nTwo', 'head.eyebrow': 'One Two' })
})

test('reports a problem at the field that is shown, not counting empty items', () => {
  const typed = {
    'story.body': 'list',
    'story.body.0.kind': 'paragraph',
    'story.body.0.text': ' ',
    'story.body.3.kind': 'link',
    'story.body.3.text': 'Shop',
    'story.body.3.to': 'nowhere',
  }
  expect(Object.keys(readFields('about', typed, NO_CONTENT).errors)).toEqual(['story.body.0.to'])
  expect(tidyFields('about', { ...typed, 'head.title': ' Mine ' })).toEqual({
    'head.title': ' Mine ',
    'story.body': 'list',
    'story.body.0.kind': 'link',
    'story.body.0.text': 'Shop',
    'story.body.0.to': 'nowhere',
  })
})

test('a select alone does not make an item', () => {
  const icon = { 'steps.steps': 'list', 'steps.steps.0.icon': 'drop', 'steps.steps.0.title': ' ' }
  expect(tidyFields('routine-guide', icon)).toEqual({ 'steps.steps': 'list' })
  const titled = { ...icon, 'steps.steps.0.title': 'Press' }
  expect(tidyFields('routine-guide', titled)).toEqual(titled)
})

test('offers the kinds of blocks by name', () => {
  expect(BLOCK_KINDS).toEqual([
    ['paragraph', 'Paragraph'],
    ['heading', 'Heading'],
    ['list', 'List'],
    ['link', 'Link'],
    ['picture', 'Picture'],
  ])
})
