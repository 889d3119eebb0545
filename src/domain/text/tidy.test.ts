import { expect, test } from 'vitest'
import { tidyLine, tidyText } from './tidy.ts'

test('a text keeps its lines, in one way to end them', () => {
  expect(tidyText(' \r\n two\r\n\rlines \n')).toBe('two\n\nlines')
})

test('a line has single spaces, whatever was typed between its words', () => {
  expect(tidyLine('\t one\r\n\u00a0 two ')).toBe('one two')
})

test('a letter typed in two parts is one', () => {
  expect([tidyText('e\u0301'), tidyLine('e\u0301')]).toEqual(['é', 'é'])
})
