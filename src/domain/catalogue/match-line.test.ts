import { expect, test } from 'vitest'
import { type MatchFacts, matchLine } from './match-line.ts'

const BARRIER: MatchFacts = {
  skinTypes: ['normal', 'dry', 'sensitive'],
  concerns: ['dryness', 'roughness'],
  scents: ['unscented'],
  freeOf: ['nuts', 'coconut', 'essential-oils', 'stone-fruit'],
  contains: ['olive'],
  isVegan: true,
}
const SCENTED: MatchFacts = {
  ...BARRIER,
  scents: ['floral'],
  freeOf: ['coconut', 'olive'],
  contains: ['nuts', 'essential-oils', 'stone-fruit'],
}

test('names what was asked for first, then what matters to shoppers who avoid something', () => {
  expect(matchLine(BARRIER, ['skin:sensitive'])).toBe('Sensitive skin, unscented, no essential oils')
  expect(matchLine(BARRIER, ['free:nuts'])).toBe('No nuts, unscented, no essential oils')
  expect(matchLine(BARRIER, ['concern:dryness', 'vegan'])).toBe('Dryness, vegan, unscented')
})

test('leaves out what the oil does not have', () => {
  expect(matchLine(SCENTED, ['scent:unscented', 'free:nuts'])).toBe('')
  expect(matchLine({ ...BARRIER, skinTypes: ['dry'] }, ['skin:sensitive', 'concern:dryness'])).toMatch(/^Dryness, /)
  expect(matchLine({ ...BARRIER, isVegan: false }, ['vegan'])).toBe('')
})

test('never calls an oil with essential oils unscented', () => {
  expect(matchLine({ ...SCENTED, scents: ['unscented'] }, ['scent:unscented'])).toBe('')
})

test('says just as plainly what is against an oil for sensitive skin', () => {
  expect(matchLine(SCENTED, ['skin:sensitive'])).toBe('Sensitive skin, no coconut; contains essential oils and nuts')
  expect(matchLine(SCENTED, ['concern:dryness'])).toBe('Dryness, no coconut')
})

test('names everything once, and at most three things', () => {
  expect(matchLine(BARRIER, ['scent:unscented', 'free:nuts', 'free:nuts', 'free:essential-oils', 'vegan'])).toBe(
    'Unscented, no nuts, no essential oils',
  )
})

test('is empty for a search by words', () => {
  expect(matchLine(BARRIER, [])).toBe('')
})
