import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsvLine } from './csv.ts'

test('cells are quoted, and quotes doubled', () => {
  expect(toCsvLine(['ana@example.com', 'says "hi", twice'])).toBe('"ana@example.com","says ""hi"", twice"\r\n')
})

test('what a spreadsheet would run is text', () => {
  expect(toCsvLine(['=HYPERLINK("http://evil.example")@example.com'])).toBe(
    `"'=HYPERLINK(""http://evil.example"")@example.com"\r\n`,
  )
  expect(toCsvLine(['+1@example.com', '-1@example.com', '@x', '\t=1'])).toBe(
    `"'+1@example.com","'-1@example.com","'@x","'\t=1"\r\n`,
  )
})

test('no cell ever begins like a formula, and none breaks out of its quotes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = toCsvLine([text])
      expect(line).not.toMatch(/^"[=+\-@\t\r\n]/)
      expect(line.slice(1, -3).replaceAll('""', '')).not.toContain('"')
    }),
  )
})
