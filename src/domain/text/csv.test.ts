import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, toCsvLine } from './csv.ts'

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

test('what was written is read back, quotes, line ends, formulas and all', () => {
  const cells = ['plain', 'with "quotes", and commas', 'two\nlines', '=1+1', "'quoted'", '', '-5']
  expect(parseCsv(`${toCsvLine(cells)}${toCsvLine(['second'])}`)).toEqual({
    ok: true,
    rows: [
      { cells, line: 1 },
      { cells: ['second'], line: 3 },
    ],
  })
})

test('what spreadsheets write is read: a mark of order, bare cells, any line end, empty lines', () => {
  expect(parseCsv('\uFEFFid,name\r\na,"b"\n\nc,\rd')).toEqual({
    ok: true,
    rows: [
      { cells: ['id', 'name'], line: 1 },
      { cells: ['a', 'b'], line: 2 },
      { cells: ['c', ''], line: 4 },
      { cells: ['d'], line: 5 },
    ],
  })
  expect(parseCsv('')).toEqual({ ok: true, rows: [] })
})

test('a quotation mark that does not fit is named with its line', () => {
  expect(parseCsv('a\n"b')).toEqual({ ok: false, line: 2, problem: 'A quotation mark is missing or stands alone.' })
  expect(parseCsv('a\nb"c')).toMatchObject({ ok: false, line: 2 })
  expect(parseCsv('"a"b')).toMatchObject({ ok: false, line: 1 })
})

test('a row may begin with an empty cell, and a quoted cell may end the file', () => {
  expect(parseCsv(',x\n"a"')).toEqual({
    ok: true,
    rows: [
      { cells: ['', 'x'], line: 1 },
      { cells: ['a'], line: 2 },
    ],
  })
})

test('what only looks like our apostrophe or like a mark of order is kept', () => {
  expect(parseCsv(`a=1,5-3,b\uFEFFc`)).toEqual({ ok: true, rows: [{ cells: ['a=1', '5-3', 'b\uFEFFc'], line: 1 }] })
})
