import { expect, test } from 'vitest'
import { ACTIVITY, ACTIVITY_KINDS, activitySentence } from './activity.ts'

test('splits a sentence around the thing it names', () => {
  expect(activitySentence('order.pack')).toEqual({ before: 'marked order', after: 'as packed' })
  expect(activitySentence('product.create')).toEqual({ before: 'created', after: '' })
  expect(activitySentence('operator.sign-in')).toEqual({ before: 'signed in', after: undefined })
})

test('has a sentence for actions of earlier versions', () => {
  expect(activitySentence('garden.water')).toEqual({ before: 'changed', after: '(garden.water)' })
  expect(activitySentence('constructor')).toEqual({ before: 'changed', after: '(constructor)' })
})

test('writes sentences without a capital or a period', () => {
  for (const sentence of Object.values(ACTIVITY)) expect(sentence).toMatch(/^[a-z].*[^.]$/)
})

test('labels every kind, and no two alike', () => {
  const labels = ACTIVITY_KINDS.map(([, label]) => label)
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]/)
  expect(new Set(labels).size).toBe(labels.length)
  expect(new Set(ACTIVITY_KINDS.map(([start]) => start)).size).toBe(ACTIVITY_KINDS.length)
  for (const [start] of ACTIVITY_KINDS) expect(start).toMatch(/^[a-z]/)
})

test('filters by prefixes of existing actions', () => {
  const actions = Object.keys(ACTIVITY)
  for (const [start] of ACTIVITY_KINDS)
    expect(
      actions.some((action) => action.startsWith(start)),
      start,
    ).toBe(true)
})
