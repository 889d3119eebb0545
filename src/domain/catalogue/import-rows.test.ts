import { expect, test } from 'vitest'
import { type FileRow, groupRows, mapRow } from './import-rows.ts'

function file(mapping: string[], ...cells: string[][]) {
  const rows: FileRow[] = cells.map((row, index) => ({ line: index + 2, cells: row }))
  return { format: 'other' as const, columns: mapping.map((_, index) => `Column ${index}`), mapping, rows }
}

const linesOf = (given: ReturnType<typeof file>) => {
  const { groups, problems } = groupRows(given)
  return { groups: groups.map((rows) => rows.map(({ line }) => line)), problems }
}

test('reads the cells of a row by their column mapping', () => {
  const given = file(['name', '', 'stock', 'stock', 'price'], [' Linden ', 'kept out', '3', ' '])
  const row = mapRow(given, given.rows[0] ?? { line: 0, cells: [] })
  expect(row.line).toBe(2)
  expect(row.cell('name')).toBe('Linden')
  expect(row.all('stock')).toEqual([
    { column: 'Column 2', value: '3' },
    { column: 'Column 3', value: '' },
  ])
  // A short line is missing its last cells.
  expect(row.all('price')).toEqual([{ column: 'Column 4', value: '' }])
  expect([row.cell('price'), row.cell('size'), row.all('size')]).toEqual(['', '', []])
  expect(row.all('')).toEqual([])
})

test('rows with the same address, or else the same key or name, are one product', () => {
  expect(linesOf(file(['id', 'name'], ['a', 'A'], ['b', 'B'], ['a', '']))).toEqual({
    groups: [[2, 4], [3]],
    problems: [],
  })
  expect(linesOf(file(['product', 'name'], ['1', 'A'], ['1', 'B'], ['2', 'A'])).groups).toEqual([[2, 3], [4]])
  expect(linesOf(file(['name', 'size'], ['A', '1oz'], ['B', '1oz'], ['A', '2oz'])).groups).toEqual([[2, 4], [3]])
  expect(linesOf(file(['name', 'product', 'id'], ['A', 'p', 'a'], ['B', 'p', 'b'], ['A', 'q', 'a'])).groups).toEqual([
    [2, 4],
    [3],
  ])
})

test('reports a row without a product', () => {
  expect(linesOf(file(['id', 'price'], ['', '3'], ['a', '4']))).toEqual({
    groups: [[3]],
    problems: [{ line: 2, problem: 'This line names no product.' }],
  })
})

test('a variation belongs to the product it names by number or SKU, wherever its row is', () => {
  const given = file(
    ['row_type', 'row_id', 'row_sku', 'parent'],
    ['variation', '11', '', 'FERN'],
    ['variable', '10', 'FERN', ''],
    ['Simple, downloadable', '20', 'MOSS', ''],
    ['variation, virtual', '12', '', 'id:10'],
    [' variable ', '30', '', ''],
    ['variation', '31', '', 'id:30'],
  )
  expect(linesOf(given)).toEqual({ groups: [[3, 2, 5], [4], [6, 7]], problems: [] })
})

test('reports a variation without its product, and a product of another type', () => {
  const given = file(
    ['row_type', 'row_id', 'row_sku', 'parent'],
    ['variation', '11', '', 'FERN'],
    ['External', '40', 'X', ''],
    ['variation', '41', '', 'X'],
    ['variation', '42', '', ''],
    ['variable', '', '', ''],
    ['variation', '43', '', 'id:'],
  )
  expect(linesOf(given)).toEqual({
    groups: [[6]],
    problems: [
      { line: 3, problem: 'A product of the type “External” can’t be sold here.' },
      { line: 2, problem: 'Its product “FERN” is not in this file.' },
      { line: 4, problem: 'Its product “X” is not in this file.' },
      { line: 5, problem: 'Its product “” is not in this file.' },
      { line: 7, problem: 'Its product “id:” is not in this file.' },
    ],
  })
})
