import { expect, test } from 'vitest'
import { capitalized, decapitalized } from './first-letter.ts'

test('changes the first letter and nothing else', () => {
  expect(capitalized('rose hip')).toBe('Rose hip')
  expect(decapitalized('Rose Hip')).toBe('rose Hip')
  expect(capitalized('')).toBe('')
})
