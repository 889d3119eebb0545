import { expect, test } from 'vitest'
import { isEmptyProfile, profileOf, readProfile } from './skin-profile.ts'

test.each<[unknown, ReturnType<typeof readProfile>]>([
  [
    { skin: 'dry', without: ['olive', 'nuts'] },
    { skin: 'dry', without: ['nuts', 'olive'] },
  ],
  [
    { skin: 'DRY', without: ['nuts', 'nuts', 'peanuts', 7, null] },
    { skin: undefined, without: ['nuts'] },
  ],
  [
    { skin: 'toString', without: 'nuts' },
    { skin: undefined, without: [] },
  ],
  [[], { skin: undefined, without: [] }],
  [null, { skin: undefined, without: [] }],
  ['garbage', { skin: undefined, without: [] }],
])('reads %j', (stored, profile) => {
  expect(readProfile(stored)).toEqual(profile)
})

test('is derived from the finder’s answers', () => {
  expect(profileOf({ want: 'dry', skin: 'irritated', without: ['nuts'], scent: 'unscented' })).toEqual({
    skin: 'sensitive',
    without: ['nuts', 'essential-oils'],
  })
  expect(profileOf({ want: 'dry', skin: 'unsure', without: [], scent: 'any' })).toEqual({ skin: 'dry', without: [] })
  expect(isEmptyProfile(profileOf({ want: 'all', skin: 'unsure', without: [], scent: 'any' }))).toBe(true)
})

test.each([
  ['tight', 'dry'],
  ['comfortable', 'normal'],
  ['shiny', 'combination'],
] as const)('skin that feels %s is %s', (skin, type) => {
  expect(profileOf({ want: 'all', skin, without: [], scent: 'any' }).skin).toBe(type)
})

test('is empty only without a skin type or anything to avoid', () => {
  expect(isEmptyProfile({ skin: 'dry', without: [] })).toBe(false)
  expect(isEmptyProfile({ skin: undefined, without: ['nuts'] })).toBe(false)
  expect(isEmptyProfile({ skin: undefined, without: [] })).toBe(true)
})
