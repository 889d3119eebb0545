import { expect, test } from 'vitest'
import { tidyLine, tidyText } from './tidy.ts'

test('keeps lines and normalizes line ends', () => {
  expect(tidyText(' \r\n two\r\n\rlines \n')).toBe('two\n\nlines')
})

test('collapses white space in a line', () => {
  expect(tidyLine('\t one\r\n\u00a0 two ')).toBe('one two')
})

test('composes letters typed in two parts', () => {
  expect([tidyText('e\u0301'), tidyLine('e\u0301')]).toEqual(['é', 'é'])
})
