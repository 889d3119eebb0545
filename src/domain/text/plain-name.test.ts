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

test('replaces letters that are not accented with those on a US keyboard', () => {
  expect(plainName('Øłđðþßæœı')).toBe('olddthssaeoei')
})
