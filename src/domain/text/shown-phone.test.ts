import { expect, test } from 'vitest'
import { shownPhone } from './shown-phone.ts'

test.each([
  ['+18015550142', '(801) 555-0142'],
  ['+442079460018', '+442079460018'],
  // One digit too few or too many is not a US number.
  ['+1801555014', '+1801555014'],
  ['+180155501421', '+180155501421'],
  ['8015550142', '8015550142'],
  ['', ''],
])('shows %j as %j', (stored, shown) => {
  expect(shownPhone(stored)).toBe(shown)
})
