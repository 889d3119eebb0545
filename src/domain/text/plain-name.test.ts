import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test.each([
  ['María González', 'maria gonzalez'],
  ['Séan O’Brien', 'sean obrien'],
  ["O'Brien-Łuk", 'obrien luk'],
  ['  Sørensen   Æbel ', 'sorensen aebel'],
  ['STRAßE', 'strasse'],
  ['田中', '田中'],
])('folds %s to %s', (name, folded) => {
  expect(plainName(name)).toBe(folded)
})

test('writes letters that are no accents as those that a US keyboard has', () => {
  expect(plainName('Øłđðþßæœı')).toBe('olddthssaeoei')
})
