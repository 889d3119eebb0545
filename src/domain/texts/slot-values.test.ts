import { describe, expect, test } from 'vitest'
import { problemsOf, readStoredValue } from './slot-values.ts'
import { type Block, blocks, items, line, link, type Slot, type SlotValue } from './slots.ts'

const TITLE = line('Title', 'Oils', { max: 5 })
const BUTTON = link('Button', { label: 'Shop', to: '/shop-all' })
const POINTS = items({
  label: 'Points',
  noun: 'point',
  min: 1,
  max: 2,
  fields: {
    title: { label: 'Title', max: 5 },
    icon: { label: 'Icon', max: 10, choices: [['leaf', 'Leaf']] },
    note: { label: 'Note', max: 5, isOptional: true },
  },
  initial: [{ title: 'A', icon: 'leaf', note: '' }],
})
const STORY = blocks({ label: 'Story', min: 2, max: 4, initial: [] })

const PARAGRAPH: Block = { kind: 'paragraph', text: 'One' }
const HEADING: Block = { kind: 'heading', text: 'Two' }
const LIST: Block = { kind: 'list', items: ['a', 'b'] }
const LINK = { kind: 'link', label: 'Shop', to: '/shop-all' } satisfies Block
const PICTURE = { kind: 'picture', address: '/uploads/0123456789abcdef0123', alt: 'A bench' } satisfies Block

const WRITE = 'Write something here.'
const TARGET = 'Enter a page such as /about, an address that starts with https://, or mailto: and a mailbox.'
const LEADS_NOWHERE =
  'The link “x” leads nowhere. Give it a page such as /about, or an address that starts with https://.'

function story(...some: Block[]): readonly Block[] {
  return [PARAGRAPH, ...some]
}

describe('problems', () => {
  test.each<[string, Slot, SlotValue, Record<string, string>]>([
    ['a text at its limit', TITLE, '12345', {}],
    ['a text above it', TITLE, '123456', { '': 'This is 6 characters long. Use 5 at most.' }],
    ['no text', TITLE, '', { '': WRITE }],
    ['brackets in a text without marks', line('Title', '', { max: 20 }), '[x](nowhere)', {}],
    ['a link', BUTTON, { label: 'Shop', to: 'https://example.com' }, {}],
    ['a link without its words', BUTTON, { label: '', to: '/about' }, { label: WRITE }],
    ['a link that leads nowhere', BUTTON, { label: 'Shop', to: 'about' }, { to: TARGET }],
    ['a list', POINTS, [{ title: 'A', icon: 'leaf', note: '' }], {}],
    ['an empty list', POINTS, [], { '': 'Keep at least one point.' }],
    [
      'a list that is full',
      POINTS,
      [
        { title: 'A', icon: 'leaf' },
        { title: 'B', icon: 'leaf' },
      ],
      {},
    ],
    [
      'a list that is too long',
      POINTS,
      [
        { title: 'A', icon: 'leaf' },
        { title: 'B', icon: 'leaf' },
        { title: 'C', icon: 'leaf' },
      ],
      { '': 'There is room for 2 points.' },
    ],
    [
      'fields of the second item',
      POINTS,
      [
        { title: 'A', icon: 'leaf' },
        { icon: 'star', note: '123456' },
      ],
      {
        '1.title': WRITE,
        '1.icon': 'Choose one from the list.',
        '1.note': 'This is 6 characters long. Use 5 at most.',
      },
    ],
    ['every kind of block', STORY, [HEADING, LIST, LINK, PICTURE], {}],
    ['too few blocks', STORY, [PARAGRAPH], { '': 'Keep at least 2 blocks.' }],
    ['too many', STORY, [LIST, LIST, LIST, LIST, LIST], { '': 'There is room for 4 blocks.' }],
    ['a paragraph without words', STORY, story({ kind: 'paragraph', text: '' }), { '1.text': WRITE }],
    ['a list without items', STORY, story({ kind: 'list', items: [] }), { '1.text': WRITE }],
    ['a picture nobody describes', STORY, story({ ...PICTURE, alt: '' }), { '1.text': WRITE }],
    ['a button without words', STORY, story({ ...LINK, label: '' }), { '1.text': WRITE }],
    ['a button that leads nowhere', STORY, story({ ...LINK, to: 'x' }), { '1.to': TARGET }],
    ['a dead link in a paragraph', STORY, story({ kind: 'paragraph', text: '[x](y)' }), { '1.text': LEADS_NOWHERE }],
    ['a dead link in a heading', STORY, story({ kind: 'heading', text: '[x](y)' }), { '1.text': LEADS_NOWHERE }],
    ['a dead link in a list', STORY, story({ kind: 'list', items: ['a', '[x](y)'] }), { '1.text': LEADS_NOWHERE }],
    ['brackets on a button', STORY, story({ ...LINK, label: '[x](y)' }), {}],
    ['brackets in a description', STORY, story({ ...PICTURE, alt: '[x](y)' }), {}],
  ])('of %s', (_what, slot, value, problems) => {
    expect(problemsOf(slot, value, [])).toEqual(problems)
  })

  test.each([
    '',
    '/uploads/0123456789abcdef012',
    '/uploads/0123456789abcdef01234',
    '/uploads/0123456789ABCDEF0123',
    'x/uploads/0123456789abcdef0123',
  ])('of a picture that was not uploaded: %s', (address) => {
    expect(problemsOf(STORY, story({ ...PICTURE, address }), [])).toEqual({ '1.address': 'Choose a picture.' })
  })

  test.each<[Block['kind'], number, (text: string) => Block]>([
    ['paragraph', 1500, (text) => ({ kind: 'paragraph', text })],
    ['heading', 120, (text) => ({ kind: 'heading', text })],
    ['link', 60, (text) => ({ ...LINK, label: text })],
    ['picture', 300, (text) => ({ ...PICTURE, alt: text })],
    ['list', 1500, (text) => ({ kind: 'list', items: [text] })],
  ])('of a %s start above %i characters', (_kind, max, block) => {
    expect(problemsOf(STORY, story(block('x'.repeat(max))), [])).toEqual({})
    expect(problemsOf(STORY, story(block('x'.repeat(max + 1))), [])).toEqual({
      '1.text': `This is ${max + 1} characters long. Use ${max} at most.`,
    })
  })

  test('offer the facts of the page and the placeholders of the slot', () => {
    const slot = line('Subject', '', { placeholders: ['order'], required: ['order'] })
    expect(problemsOf(slot, '{order} of {shop}', ['shop'])).toEqual({})
    expect(problemsOf(slot, '{shop}', ['shop'])).toEqual({ '': '{order} is missing. Readers need it.' })
    expect(problemsOf(TITLE, '{a}', ['shop'])['']).toContain('Use {shop}.')
  })
})

describe('a stored value', () => {
  test.each<[string, Slot, unknown]>([
    ['text', TITLE, 'Oils'],
    ['link', BUTTON, { label: 'Shop', to: '/about' }],
    ['list', POINTS, [{ title: 'A', icon: 'leaf', note: '' }]],
    ['blocks', STORY, [HEADING, LIST, LINK, PICTURE]],
  ])('is read back unchanged: %s', (_what, slot, stored) => {
    expect(readStoredValue(slot, stored, [])).toEqual(stored)
  })

  test.each<[string, Slot, unknown]>([
    ['a number', TITLE, 7],
    ['a text that is too long by now', TITLE, '123456'],
    ['a link of one half', BUTTON, { label: 'Shop' }],
    ['a link of the other', BUTTON, { to: '/about' }],
    ['nothing for a link', BUTTON, null],
    ['a text for a link', BUTTON, 'Shop'],
    ['a text for a list', POINTS, 'A'],
    ['a list of texts', POINTS, ['A']],
    ['an item without a field', POINTS, [{ title: 'A', icon: 'leaf' }]],
    ['one odd item among good ones', POINTS, [{ title: 'A', icon: 'leaf', note: '' }, null]],
    ['one odd block among good ones', STORY, [PARAGRAPH, null]],
    ['a block that is a text', STORY, [PARAGRAPH, 'One']],
    ['a block without a kind', STORY, [PARAGRAPH, { text: 'One' }]],
    ['a block of an unknown kind', STORY, [PARAGRAPH, { kind: 'script', text: 'One', items: ['a'] }]],
    ['a paragraph without text', STORY, [PARAGRAPH, { kind: 'paragraph' }]],
    ['a heading without text', STORY, [PARAGRAPH, { kind: 'heading' }]],
    ['a button without a target', STORY, [PARAGRAPH, { kind: 'link', label: 'Shop' }]],
    ['a button without words', STORY, [PARAGRAPH, { kind: 'link', to: '/about' }]],
    ['a picture without an address', STORY, [PARAGRAPH, { kind: 'picture', alt: 'A bench' }]],
    ['a picture without words', STORY, [PARAGRAPH, { kind: 'picture', address: '/uploads/0123456789abcdef0123' }]],
    ['a list without items', STORY, [PARAGRAPH, { kind: 'list' }]],
    ['a list whose items are a text', STORY, [PARAGRAPH, { kind: 'list', items: 'a' }]],
    ['a list with a number', STORY, [PARAGRAPH, { kind: 'list', items: ['a', 7] }]],
  ])('that no longer fits is ignored: %s', (_what, slot, stored) => {
    expect(readStoredValue(slot, stored, [])).toBeUndefined()
  })
})
