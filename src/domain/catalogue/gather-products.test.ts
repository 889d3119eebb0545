import { expect, test } from 'vitest'
import { gatherProducts, readOwnRows } from './gather-products.ts'
import type { ImportFormat } from './import-columns.ts'
import { mapRow } from './import-rows.ts'

/** Each row as an object; its keys are what the columns are mapped to, with a number if there are several. */
function gathered(rows: Record<string, string>[], format: ImportFormat = 'other') {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const { products, problems } = gatherProducts({
    format,
    columns,
    mapping: columns.map((column) => column.replace(/ \d$/, '')),
    rows: rows.map((row, index) => ({ line: index + 2, cells: columns.map((column) => row[column] ?? '') })),
  })
  return {
    problems,
    products: products.map((product) => ({
      ...product,
      given: Object.fromEntries(product.given),
      derived: Object.fromEntries(product.derived),
      notes: product.notes.map(({ line, column, problem }) => [line, column, problem]),
    })),
  }
}

function one(rows: Record<string, string>[], format: ImportFormat = 'other') {
  const [product] = gathered(rows, format).products
  if (!product) throw new Error('no product')
  return product
}

test('our own file has a line for each product, and an empty cell empties a field', () => {
  const columns = ['id', 'name', 'short_description', 'is_active']
  const file = { format: 'own' as const, columns, mapping: columns, rows: [] }
  const rows = [
    { line: 2, cells: ['linden', 'Linden', '', 'yes'] },
    { line: 3, cells: ['moss', 'Moss', 'Green', 'no'] },
  ].map((row) => mapRow(file, row))
  const [linden, moss] = readOwnRows(rows, columns)
  expect(linden).toEqual({
    line: 2,
    id: 'linden',
    name: 'Linden',
    given: new Map([
      ['name', 'Linden'],
      ['short_description', ''],
      ['is_active', 'yes'],
    ]),
    derived: new Map(),
    isPublished: true,
    pictures: [],
    notes: [],
    problems: [],
  })
  expect(moss).toMatchObject({ line: 3, id: 'moss', isPublished: false })
})

test('the rows of a product become one product, with only what the file says', () => {
  const { products, problems } = gathered([
    { id: 'linden', name: 'Linden Dew', category: 'Face', size: '1oz', price: '28.00', ingredients: 'linden*' },
    { id: 'linden', size: '2oz', price: '46.00' },
    { id: 'moss', name: 'Moss', price: '12.00' },
    { price: '3.00' },
  ])
  expect(problems).toEqual([{ line: 5, problem: 'This line names no product.' }])
  expect(products).toEqual([
    {
      line: 2,
      id: 'linden',
      name: 'Linden Dew',
      given: {
        name: 'Linden Dew',
        category: 'Face',
        ingredients: 'linden*',
        price_1oz: '28.00',
        price_2oz: '46.00',
        price_single: '',
      },
      derived: {},
      isPublished: true,
      pictures: [],
      notes: [],
      problems: [],
    },
    expect.objectContaining({ line: 4, id: 'moss', name: 'Moss' }),
  ])
})

test('a price column of our own wins over the row of a size', () => {
  expect(one([{ id: 'a', name: 'A', price_1oz: '5.00', size: '1oz', price: '6.00' }]).given.price_1oz).toBe('5.00')
})

test('a product without a name gets an empty one', () => {
  expect(one([{ id: 'a', price: '6.00' }]).name).toBe('')
})

test('the problems of rows become the problems of their product', () => {
  expect(one([{ id: 'a', size: 'Jumbo', price: '3' }]).problems).toEqual([
    { line: 2, column: 'size', problem: 'There is no size “Jumbo” here. There are 1oz, 2oz, 4oz.' },
  ])
  expect(one([{ id: 'a', size: '30 ml', price: '3' }]).notes).toEqual([[2, 'size', '“30 ml” is taken for 1oz.']])
})

test('the first row with a value wins, and a different value is reported', () => {
  const { given, notes } = one([
    { id: 'a', 'category 1': '', 'category 2': 'Face' },
    { id: 'a', 'category 1': 'Body', 'category 2': 'Face' },
    { id: 'a', 'category 1': 'B'.repeat(90) },
  ])
  expect(given.category).toBe('Face')
  expect(notes).toEqual([
    [3, 'category 1', 'Left out: “Body”. Line 2 says otherwise.'],
    [4, 'category 1', `Left out: “${'B'.repeat(79)}…”. Line 2 says otherwise.`],
  ])
})

test('a word of eighty characters is shown in full', () => {
  const eighty = 'B'.repeat(80)
  const { notes } = one([
    { id: 'a', category: 'Face' },
    { id: 'a', category: eighty },
  ])
  expect(notes).toEqual([[3, 'category', `Left out: “${eighty}”. Line 2 says otherwise.`]])
})

test('a variation repeats the name of its product', () => {
  expect(
    one([
      { id: 'a', name: 'Fern' },
      { id: 'a', name: 'Fern - 1 oz' },
    ]).notes,
  ).toEqual([])
  expect(
    one([
      { id: 'a', name: 'Fern' },
      { id: 'a', name: 'Fernleaf' },
    ]).notes,
  ).toHaveLength(1)
})

test('picture addresses are collected from all rows, each once', () => {
  const { pictures } = one([
    {
      id: 'a',
      name: 'A',
      'pictures 1': 'https://a.example/1.jpg, https://a.example/2,3.jpg',
      'pictures 2': '/four.jpg',
    },
    { id: 'a', 'pictures 1': 'https://a.example/1.jpg https://a.example/5.jpg', 'pictures 2': '' },
  ])
  expect(pictures).toEqual([
    'https://a.example/1.jpg',
    'https://a.example/2,3.jpg',
    '/four.jpg',
    'https://a.example/5.jpg',
  ])
})

test('texts lose their markup; links, pictures and scripts in them are reported or collected', () => {
  const { given, pictures, notes } = one([
    {
      id: 'a',
      description:
        '<p>Light &amp; quiet.</p><p><a href="https://a.example/x">Read</a> <a href="https://a.example/x">again</a></p><img src="https://a.example/in.jpg"><script>x()</script><script>y()</script>',
    },
  ])
  expect(given.description).toBe('Light & quiet.\n\nRead again')
  expect(pictures).toEqual(['https://a.example/in.jpg'])
  expect(notes).toEqual([
    [2, 'description', 'Left out: a link to https://a.example/x.'],
    [2, 'description', 'Left out: a piece of script.'],
  ])
})

test.each(['description', 'short_description', 'benefits', 'how_to_use', 'patch_test', 'inci'])(
  '%s is a text with markup',
  (column) => {
    expect(one([{ id: 'a', [column]: '<b>Bold</b>' }]).given[column]).toBe('Bold')
  },
)

test('a name is not read as markup', () => {
  expect(one([{ id: 'a', name: 'A < B' }]).given.name).toBe('A < B')
})

test('reads line ends of WooCommerce, which writes them as two characters, and of others', () => {
  const text = String.raw`One\nTwo\r\nThree\rFour`
  expect(one([{ id: 'a', description: text }], 'woocommerce').given.description).toBe('One\nTwo\nThree\nFour')
  expect(one([{ id: 'a', description: text }], 'square').given.description).toBe(text)
  expect(one([{ id: 'a', description: 'One\nTwo' }], 'square').given.description).toBe('One\nTwo')
  expect(one([{ id: 'a', description: 'One\nTwo' }], 'shopify').given.description).toBe('One Two')
})

test.each([
  ['shopify', 'Skin > Face, Gifts', 'Skin > Face, Gifts', []],
  ['woocommerce', 'Face oils', 'Face oils', []],
  ['woocommerce', 'Skin > Face oils, Gifts', 'Face oils', ['Category “Face oils”. Left out: Skin, Gifts.']],
  ['woocommerce', String.raw`Oils\, face, Gifts`, 'Oils, face', ['Category “Oils, face”. Left out: Gifts.']],
  ['square', 'Skin>Face', 'Face', ['Category “Face”. Left out: Skin.']],
] as const)('of the categories of %s in “%s”, the product is in %s', (format, written, category, notes) => {
  const product = one([{ id: 'a', category: written }], format)
  expect(product.given.category).toBe(category)
  expect(product.notes).toEqual(notes.map((note) => [2, 'category', note]))
})

test('a missing short description is the beginning of the long one, and the other way around', () => {
  expect(one([{ id: 'a', description: 'First.\n\nSecond.' }]).derived).toEqual({ short_description: 'First.' })
  expect(one([{ id: 'a', short_description: 'Short.' }]).derived).toEqual({ description: 'Short.' })
  expect(one([{ id: 'a', description: 'Long.', short_description: 'Short.' }]).derived).toEqual({})
  expect(one([{ id: 'a', name: 'A' }]).derived).toEqual({})
})

test('a long paragraph is shortened to as many full sentences as fit', () => {
  const sentence = `${'a'.repeat(98)}. `
  const shortOf = (description: string) => one([{ id: 'a', description }]).derived.short_description
  expect(shortOf('a'.repeat(500))).toBe('a'.repeat(500))
  expect(shortOf(sentence.repeat(6).trim())).toBe(sentence.repeat(5).trim())
  for (const end of ['!', '?']) expect(shortOf(`So it is${end} ${'a'.repeat(600)}`)).toBe(`So it is${end}`)
  expect(shortOf(`On two\nlines. ${'a'.repeat(600)}`)).toBe('On two\nlines.')
  expect(shortOf('a'.repeat(600))).toBe(`${'a'.repeat(499)}…`)
  expect(shortOf(`${'a'.repeat(490)}${' '.repeat(3)}1.5${'b'.repeat(600)}`)).toBe(
    `${'a'.repeat(490)} 1.5${'b'.repeat(5)}…`,
  )
})

test.each(['1', 'yes', 'Y', 'TRUE', 'active', 'visible', 'Published', ''])('“%s” means on sale there', (published) => {
  expect(one([{ id: 'a', name: 'A', published }]).isPublished).toBe(true)
})

test.each(['0', 'no', 'draft', 'archived', '-1', 'hidden', 'inactive', 'yes, later'])(
  '“%s” means not on sale there',
  (published) => {
    expect(one([{ id: 'a', name: 'A', published }]).isPublished).toBe(false)
  },
)

test('a product that any row calls archived or not on sale is not on sale', () => {
  expect(one([{ id: 'a', 'published 1': 'true', 'published 2': 'draft' }]).isPublished).toBe(false)
  expect(one([{ id: 'a', name: 'A', archived: 'Y' }]).isPublished).toBe(false)
  expect(one([{ id: 'a', name: 'A', archived: 'N' }]).isPublished).toBe(true)
  expect(one([{ id: 'a', name: 'A', archived: '' }]).isPublished).toBe(true)
  expect(one([{ id: 'a', name: 'A', is_active: 'no' }]).isPublished).toBe(false)
  expect(one([{ id: 'a', name: 'A', is_active: 'yes' }]).isPublished).toBe(true)
})

test('says so if a product has more pictures in the file than it can have here', () => {
  const rows = Array.from({ length: 13 }, (_, index) => ({
    id: 'linden',
    name: 'Linden',
    pictures: `https://other.example/${index}.jpg`,
  }))
  expect(one(rows.slice(1)).notes).toEqual([])
  const { pictures, notes } = one(rows)
  expect(pictures).toHaveLength(13)
  expect(notes).toEqual([[2, undefined, 'The file has 13 pictures. A product can have up to 12.']])
})

test('removes the ID that Square appends to a category’s name', () => {
  const row = { name: 'Linden', category: 'Skin > Face oils (T2B3ROTJ3HFGVBO22QLOOJDE)' }
  expect(one([row], 'square').given.category).toBe('Face oils')
  expect(one([{ ...row, category: 'Oils (SMALL)' }], 'square').given.category).toBe('Oils (SMALL)')
})

test('groups the rows of an older Square file, which has no handle, by the name of the item', () => {
  const { products } = gathered(
    [
      { name: 'Linden', size: '1oz', price: '$25.00', stock: '4' },
      { name: 'Linden', size: '2oz', price: '$40.00', stock: '6' },
      { name: 'Moss', size: 'Regular', price: '12', stock: '' },
    ],
    'square',
  )
  expect(products.map(({ name, given }) => [name, given.price_1oz, given.price_2oz, given.price_single])).toEqual([
    ['Linden', '$25.00', '$40.00', ''],
    ['Moss', '', '', '12'],
  ])
})
