import { expect, test } from 'vitest'
import { isZipOfState, parseState, STATE_CODES, US_STATES } from './us-states.ts'

test('has the fifty states and the District of Columbia', () => {
  expect(STATE_CODES).toHaveLength(51)
})

test.each(['UT', 'ut', ' Utah ', 'UTAH'])('reads %j as Utah', (typed) => {
  expect(parseState(typed)).toBe('UT')
})

test.each(['', 'XX', 'Ontario', 'ＵＴ', 'Utah.', 'U T'])('does not take %j for a state', (typed) => {
  expect(parseState(typed)).toBeUndefined()
})

test('every state is known by its name', () => {
  for (const code of STATE_CODES) expect(parseState(US_STATES[code])).toBe(code)
})

test.each([
  ['84101', 'UT'],
  ['84101-1234', 'UT'],
  ['90001', 'CA'],
  ['02134', 'MA'],
  ['05501', 'MA'],
  ['06390', 'NY'],
  ['73301', 'TX'],
] as const)('%s can be in %s', (zip, state) => {
  expect(isZipOfState(zip, state)).toBe(true)
})

test.each([
  ['84101', 'CA'],
  ['90001', 'UT'],
  ['00601', 'NY'],
] as const)('%s cannot be in %s', (zip, state) => {
  expect(isZipOfState(zip, state)).toBe(false)
})
