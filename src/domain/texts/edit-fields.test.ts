import { expect, test } from 'vitest'
import { afterChange } from './edit-fields.ts'
import { NO_CONTENT } from './page-content.ts'
import { readItems, toFields } from './slot-fields.ts'

const fields = toFields('home', NO_CONTENT)
const titles = (changed: Record<string, string>) => readItems('selling.points', changed).map(({ title }) => title)
const [first, second, third] = titles(fields)

test.each([
  ['up:selling.points:1', [second, first, third]],
  ['up:selling.points:2', [first, third, second]],
  ['up:selling.points:0', [first, second, third]],
  ['down:selling.points:0', [second, first, third]],
  ['down:selling.points:1', [first, third, second]],
  ['down:selling.points:2', [first, second, third]],
  ['remove:selling.points:1', [first, third]],
  ['add:selling.points:', [first, second, third, '']],
  ['sideways:selling.points:1', [first, second, third]],
])('%s rearranges its list and leaves the other fields alone', (change, expected) => {
  const changed = afterChange('home', { ...fields, 'hero.eyebrow': 'Oils', change })
  expect(changed?.slot).toBe('selling.points')
  expect(titles(changed?.fields ?? {})).toEqual(expected)
  const others = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('selling.points')))
  expect(others(changed?.fields ?? {})).toEqual(others({ ...fields, 'hero.eyebrow': 'Oils' }))
})

test.each(['', 'up', 'up:nothing:0', 'up:selling.points:3', 'remove:selling.points:-1', 'up:hero.eyebrow:0'])(
  'does nothing on %j',
  (change) => expect(afterChange('home', { ...fields, change })).toBeUndefined(),
)

test('a reset restores one slot, not another whose name starts the same', () => {
  const mine = { ...fields, 'hero.eyebrow': 'Mine', 'selling.points.0.title': 'Mine', 'selling.pointsTitle': 'Mine' }
  const back = afterChange('home', { ...mine, change: 'reset:selling.points' })?.fields
  expect(back).toEqual({ ...fields, 'hero.eyebrow': 'Mine', 'selling.pointsTitle': 'Mine' })
  expect(afterChange('home', { ...mine, change: 'reset:hero.eyebrow' })?.fields).toEqual({
    ...mine,
    'hero.eyebrow': fields['hero.eyebrow'],
  })
})

test('a new block is a paragraph unless it says otherwise', () => {
  const added = (change: string) =>
    readItems('story.body', afterChange('about', { ...toFields('about', NO_CONTENT), change })?.fields ?? {}).at(-1)
  expect(added('add:story.body:')).toEqual({ kind: 'paragraph', text: '' })
  expect(added('add:story.body:heading')).toEqual({ kind: 'heading', text: '' })
})

test('a new item is blank, with the first of its choices', () => {
  const { fields: changed = {} } =
    afterChange('routine-guide', { ...toFields('routine-guide', NO_CONTENT), change: 'add:steps.steps:' }) ?? {}
  expect(readItems('steps.steps', changed).at(-1)).toEqual({ title: '', icon: 'cleanse', when: '', text: '' })
})
