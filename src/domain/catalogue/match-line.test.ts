import { expect, test } from 'vitest'
import { type MatchFacts, matchLine } from './match-line.ts'

const BARRIER: MatchFacts = {
  skinTypes: ['normal', 'dry', 'sensitive'],
  concerns: ['dryness', 'roughness'],
  scents: ['unscented'],
  freeOf: ['nuts', 'coconut', 'essential-oils', 'stone-fruit'],
  contains: ['olive'],
  isVegan: true,
  texture: 'Light to medium',
}
const SCENTED: MatchFacts = {
  ...BARRIER,
  scents: ['floral'],
  freeOf: ['coconut', 'olive'],
  contains: ['nuts', 'essential-oils', 'stone-fruit'],
}

test('names what was asked for first, then what the oil is made for', () => {
  expect(matchLine(BARRIER, ['skin:sensitive'])).toBe('Sensitive skin; for dryness, rough patches')
  expect(matchLine(BARRIER, ['free:nuts'])).toBe('No nuts; for dryness, rough patches')
  expect(matchLine(BARRIER, ['concern:roughness', 'vegan'])).toBe('Vegan; for rough patches, dryness')
  expect(matchLine(BARRIER, ['concern:roughness'])).toBe('For rough patches, dryness; light to medium')
  expect(matchLine({ ...BARRIER, concerns: ['fine-lines'] }, ['concern:fine-lines'])).toBe(
    'For the look of fine lines; light to medium',
  )
})

test('says how it feels if it is made for nothing in particular', () => {
  expect(matchLine({ ...BARRIER, concerns: [] }, ['free:nuts'])).toBe('No nuts; light to medium')
  expect(matchLine({ ...BARRIER, concerns: [], texture: '' }, ['free:nuts'])).toBe('No nuts')
})

test('leaves out what the oil does not have', () => {
  expect(matchLine(SCENTED, ['scent:unscented', 'free:nuts', 'concern:frizz'])).toBe('')
  expect(matchLine({ ...BARRIER, skinTypes: ['dry'] }, ['skin:sensitive', 'concern:dryness'])).toMatch(/^For dryness, /)
  expect(matchLine({ ...BARRIER, isVegan: false }, ['vegan'])).toBe('')
})

test('never calls an oil with essential oils unscented', () => {
  expect(matchLine({ ...SCENTED, scents: ['unscented'] }, ['scent:unscented'])).toBe('')
})

test('says just as plainly what is against an oil for sensitive skin', () => {
  expect(matchLine(SCENTED, ['skin:sensitive'])).toBe(
    'Sensitive skin; for dryness, rough patches; contains essential oils and nuts',
  )
  expect(matchLine(SCENTED, ['concern:dryness'])).toBe('For dryness, rough patches; light to medium')
})

test('names everything once, and at most two of what was asked for', () => {
  expect(matchLine(BARRIER, ['scent:unscented', 'free:nuts', 'free:nuts', 'free:essential-oils', 'vegan'])).toBe(
    'Unscented, no nuts; for dryness, rough patches',
  )
})

test('is empty for a search by words', () => {
  expect(matchLine(BARRIER, [])).toBe('')
})
