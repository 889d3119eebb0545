import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, toCsvLine } from './csv.ts'

test('quotes cells and doubles quotes', () => {
  expect(toCsvLine(['ana@example.com', 'says "hi", twice'])).toBe('"ana@example.com","says ""hi"", twice"\r\n')
})

test('turns formulas into text', () => {
  expect(toCsvLine(['=HYPERLINK("http://evil.example")@example.com'])).toBe(
    `"'=HYPERLINK(""http://evil.example"")@example.com"\r\n`,
  )
  expect(toCsvLine(['+1@example.com', '-1@example.com', '@x', '\t=1'])).toBe(
    `"'+1@example.com","'-1@example.com","'@x","'\t=1"\r\n`,
  )
})

test('keeps a negative number a number', () => {
  expect(toCsvLine(['-40.00', '-5', '-1+1', '-'])).toBe(`"-40.00","-5","'-1+1","'-"\r\n`)
})

test('never starts a cell like a formula or breaks out of its quotes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = toCsvLine([text])
      expect(line).not.toMatch(/^"(?!-\d+(\.\d+)?")[=+\-@\t\r\n]/)
      expect(line.slice(1, -3).replaceAll('""', '')).not.toContain('"')
    }),
  )
})

test('reads back what it writes, including quotes, line ends, and formulas', () => {
  const cells = ['plain', 'with "quotes", and commas', 'two\nlines', '=1+1', "'quoted'", '', '-5']
  expect(parseCsv(`${toCsvLine(cells)}${toCsvLine(['second'])}`)).toEqual({
    ok: true,
    rows: [
      { cells, line: 1 },
      { cells: ['second'], line: 3 },
    ],
  })
})

test('reads the output of spreadsheets: byte order mark, bare cells, any line end, empty lines', () => {
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

test('reports the line of a misplaced quotation mark', () => {
  expect(parseCsv('a\n"b')).toEqual({ ok: false, line: 2, problem: 'A quotation mark is missing or stands alone.' })
  expect(parseCsv('a\nb"c')).toMatchObject({ ok: false, line: 2 })
  expect(parseCsv('"a"b')).toMatchObject({ ok: false, line: 1 })
})

test('accepts an empty first cell and a quoted last cell', () => {
  expect(parseCsv(',x\n"a"')).toEqual({
    ok: true,
    rows: [
      { cells: ['', 'x'], line: 1 },
      { cells: ['a'], line: 2 },
    ],
  })
})

test('keeps what only looks like our apostrophe or a byte order mark', () => {
  expect(parseCsv(`a=1,5-3,b\uFEFFc`)).toEqual({ ok: true, rows: [{ cells: ['a=1', '5-3', 'b\uFEFFc'], line: 1 }] })
})
