import { expect, test } from 'vitest'
import { mapRow } from './import-rows.ts'
import { sizesOfRows } from './import-sizes.ts'

/** Rows of one product; the columns are named after their content, with a number if there are several. */
function sizes(mapping: string[], ...cells: string[][]) {
  const columns = mapping.map((target, index) => `${target} ${index + 1}`)
  const file = { format: 'other' as const, columns, mapping, rows: [] }
  const found = sizesOfRows(cells.map((row, index) => mapRow(file, { line: index + 2, cells: row })))
  return { ...found, cells: Object.fromEntries(found.cells) }
}

test('each row becomes the price and stock of its size', () => {
  expect(
    sizes(['size', 'price', 'stock'], ['1 oz', '28.00', '24'], ['2oz', '46.5', '0'], ['4 fl oz', '80', '']),
  ).toEqual({
    cells: {
      price_1oz: '28.00',
      stock_1oz: '24',
      price_2oz: '46.5',
      stock_2oz: '0',
      price_4oz: '80',
      price_single: '',
    },
    notes: [],
    problems: [],
  })
})

test.each(['', 'Default Title', 'default', 'Regular', 'ONE SIZE'])(
  'the only size of a product may be called “%s”',
  (size) => {
    expect(sizes(['size', 'price', 'stock'], [size, '19.90', '3'])).toEqual({
      cells: { price_single: '19.90', stock_single: '3', price_1oz: '', price_2oz: '', price_4oz: '' },
      notes: [],
      problems: [],
    })
  },
)

test.each([
  ['25.0000', '25.00'],
  ['25.000', '25.00'],
  ['25.00', '25.00'],
  ['25.005', '25.005'],
  ['25.0', '25.0'],
  ['100', '100'],
])('a price of %s is %s', (written, read) => {
  expect(sizes(['price'], [written]).cells.price_single).toBe(read)
})

test('two rows of the same size, or without one, are a problem, and the first counts', () => {
  const { cells, problems } = sizes(['size', 'price'], ['1oz', '1.00'], ['1 oz', '2.00'])
  expect([cells.price_1oz, problems]).toEqual(['1.00', [{ line: 3, problem: 'This product has another row of 1oz.' }]])
  expect(sizes(['price'], ['1.00'], ['2.00']).problems).toEqual([
    { line: 3, problem: 'This product has another row without a size.' },
  ])
})

test('a row without a size among rows with one is a problem', () => {
  const { cells, problems } = sizes(['size', 'price', 'stock'], ['1oz', '1.00', '4'], ['', '2.00', '5'])
  expect(cells).toEqual({ price_1oz: '1.00', stock_1oz: '4', price_single: '' })
  expect(problems).toEqual([{ line: 3, problem: 'This row has no size, and others of the product have.' }])
})

test('clears nothing if there is no price at all', () => {
  expect(sizes(['name'], ['Linden'])).toEqual({ cells: {}, notes: [], problems: [] })
})

test('reads options as sizes, with the names from the first row that has any', () => {
  const columns = ['option_name', 'option_value', 'option_name', 'option_value', 'price']
  const { cells, notes, problems } = sizes(
    columns,
    ['Size', '1 oz', 'Scent', 'Plain', '28.00'],
    ['', '2 oz', '', 'Rose', '46.00'],
    ['Volume', '4oz', 'Lid', 'Cork', '80.00'],
  )
  expect(cells).toEqual({ price_1oz: '28.00', price_2oz: '46.00', price_4oz: '80.00', price_single: '' })
  expect(notes).toEqual([
    { line: 2, column: 'option_value 4', problem: 'Left out: Scent “Plain”. Products here differ in size only.' },
    { line: 3, column: 'option_value 4', problem: 'Left out: Scent “Rose”. Products here differ in size only.' },
    { line: 4, column: 'option_value 4', problem: 'Left out: Lid “Cork”. Products here differ in size only.' },
  ])
  expect(problems).toEqual([])
})

test('an option without a name is called “option”', () => {
  expect(sizes(['option_value', 'price'], ['Plain', '3']).notes).toEqual([
    { line: 2, column: 'option_value 1', problem: 'Left out: option “Plain”. Products here differ in size only.' },
  ])
})

test.each(['Size', 'Bottle size', 'Volume', 'Ounces', 'Weight in oz', 'ml', 'Content'])(
  'a size that is not sold here is a problem if the option is named %s',
  (name) => {
    expect(sizes(['option_name', 'option_value', 'price'], [name, '8 oz', '3'])).toMatchObject({
      cells: {},
      problems: [
        { line: 2, column: 'option_value 2', problem: 'There is no size “8 oz” here. There are 1oz, 2oz, 4oz.' },
      ],
    })
  },
)

test('the column mapped to sizes counts as one named “size”', () => {
  expect(sizes(['size', 'price'], ['Jumbo', '3']).problems).toEqual([
    { line: 2, column: 'size 1', problem: 'There is no size “Jumbo” here. There are 1oz, 2oz, 4oz.' },
  ])
})

test('an unknown size is only a note if the row also has a known one', () => {
  const { cells, notes, problems } = sizes(
    ['size', 'option_name', 'option_value', 'price'],
    ['1oz', 'Size', 'Travel', '3'],
  )
  expect([cells.price_1oz, problems]).toEqual(['3', []])
  expect(notes).toEqual([
    { line: 2, column: 'option_value 3', problem: 'Left out: Size “Travel”. Products here differ in size only.' },
  ])
})

test('a row with two sizes is a problem', () => {
  expect(sizes(['size', 'option_value', 'price'], ['1oz', '2oz', '3']).problems).toEqual([
    { line: 2, column: 'size 1', problem: 'This row has two sizes: 1oz, 2oz.' },
  ])
  expect(sizes(['size', 'option_value', 'price'], ['1oz', '1 oz', '3']).problems).toEqual([])
})

test('says that milliliters are read as ounces, unless the file has both', () => {
  expect(sizes(['size', 'price'], ['30 ml', '3'])).toMatchObject({
    cells: { price_1oz: '3' },
    notes: [{ line: 2, column: 'size 1', problem: '“30 ml” is taken for 1oz.' }],
  })
  expect(sizes(['size', 'price'], ['30 ml / 1 oz', '3']).notes).toEqual([])
  expect(sizes(['size', 'price'], ['1 fl. ounce (30 ml)', '3']).notes).toEqual([])
  expect(sizes(['size', 'option_value', 'price'], ['1oz', 'Normal', '3']).notes).toHaveLength(1)
})

test('a product’s first row and a row with only a picture are not sizes', () => {
  const columns = ['row_type', 'price', 'option_value', 'stock', 'pictures']
  const { cells, notes, problems } = sizes(
    columns,
    ['variable', '', '1 oz, 2 oz', '', ''],
    ['variation', '28.00', '1 oz', '', ''],
    ['', '', '', '', 'https://example.com/two.jpg'],
  )
  expect([cells, notes, problems]).toEqual([{ price_1oz: '28.00', price_single: '' }, [], []])
})

test('leaves out stock of a row without a size, and says so', () => {
  const { notes } = sizes(['row_type', 'stock', 'stock'], ['Variable', '7', ''])
  expect(notes).toEqual([{ line: 2, column: 'stock 2', problem: 'Left out: 7 bottles of no size.' }])
})

test('a size without a price gets an empty one', () => {
  expect(sizes(['size', 'price'], ['1oz', '']).cells.price_1oz).toBe('')
})

test('has no number of bottles if stock is not tracked', () => {
  expect(sizes(['price', 'tracked', 'stock'], ['3', '', '0']).cells.stock_single).toBe('')
  expect(sizes(['price', 'tracked', 'stock'], ['3', 'shopify', '0']).cells.stock_single).toBe('0')
  expect(sizes(['price', 'tracked', 'tracked', 'stock'], ['3', '', 'shopify', '2']).cells.stock_single).toBe('2')
})

test.each([
  ['0', '0'],
  ['no', '0'],
  ['FALSE', '0'],
  ['1', undefined],
  ['', undefined],
  ['none', undefined],
])('in stock: “%s” without a number means %s bottles', (inStock, bottles) => {
  expect(sizes(['price', 'in_stock', 'stock'], ['3', inStock, '']).cells.stock_single).toBe(bottles)
})

test('a number of bottles wins over “in stock”', () => {
  expect(sizes(['price', 'in_stock', 'stock'], ['3', '0', '4']).cells.stock_single).toBe('4')
})

test('adds up bottles in several locations, and counts a negative number as zero', () => {
  expect(sizes(['price', 'stock', 'stock', 'stock'], ['3', '', '4', '-1.0'])).toMatchObject({
    cells: { stock_single: '3' },
    notes: [{ line: 2, column: 'stock 3', problem: '3 bottles, from 2 places taken together.' }],
  })
  expect(sizes(['price', 'stock'], ['3', '-2'])).toMatchObject({
    cells: { stock_single: '0' },
    notes: [{ line: 2, column: 'stock 2', problem: '-2 bottles are taken for none.' }],
  })
  expect(sizes(['price', 'stock'], ['3', '0']).notes).toEqual([])
})

test.each(['many', '1,000', '1.5', '1234567', '--1', '3 left', ' x4'])('“%s” is not a number of bottles', (stock) => {
  const { cells, problems } = sizes(['price', 'stock'], ['3', stock])
  expect(cells).not.toHaveProperty('stock_single')
  expect(problems).toEqual([{ line: 2, column: 'stock 2', problem: `“${stock.trim()}” is not a number of bottles.` }])
})
