import { expect, test } from 'vitest'
import {
  FORMAT_NAMES,
  IMPORT_TARGETS,
  type ImportFormat,
  problemsOfMapping,
  recognizeFormat,
  suggestMapping,
} from './import-columns.ts'

test.each<[ImportFormat, string[]]>([
  ['own', ['id', 'name']],
  ['own', ['id', 'price_1oz', 'stock_single', 'ingredients', 'collections']],
  ['shopify', ['Handle', 'Title']],
  ['shopify', ['URL handle', 'Title', 'Description']],
  ['shopify', ['  URL   Handle ', 'TITLE']],
  ['woocommerce', ['ID', 'Type', 'SKU', 'Name', 'Regular price']],
  ['square', ['Item Name', 'Variation Name']],
  ['square', ['Token', 'Item Name']],
  ['square', ['Reference Handle', 'Item Name']],
  ['other', ['Handle']],
  ['other', ['Title']],
  ['other', ['Name', 'Type']],
  ['other', ['Name', 'Regular price']],
  ['other', ['Type', 'Regular price']],
  ['other', ['Item Name']],
  ['other', ['Variation Name', 'Token']],
  // In our own file names are written exactly.
  ['other', ['id', 'Name']],
  ['other', ['id', 'name', 'smell']],
])('recognizes %s by %j', (format, columns) => {
  expect(recognizeFormat(columns)).toBe(format)
})

test('every format has a display name', () => {
  expect(FORMAT_NAMES).toEqual({
    own: 'Our own export',
    shopify: 'A Shopify product export',
    woocommerce: 'A WooCommerce product export',
    square: 'A Square item library',
    other: 'A file of another kind',
  })
})

test('a column of our own format keeps its meaning', () => {
  expect(suggestMapping('own', ['id', 'price_1oz'])).toEqual(['id', 'price_1oz'])
})

test.each<[Exclude<ImportFormat, 'own'>, Record<string, string>]>([
  [
    'shopify',
    {
      Handle: 'id',
      Title: 'name',
      'Body (HTML)': 'description',
      Vendor: '',
      Type: 'category',
      Published: 'published',
      'Published on online store': 'published',
      Status: 'published',
      'Option1 Name': 'option_name',
      'Option1 Value': 'option_value',
      'Option2 Name': 'option_name',
      'Option3 Value': 'option_value',
      'Option1 Linked To': '',
      'Variant Price': 'price',
      'Variant Inventory Qty': 'stock',
      'Inventory quantity': 'stock',
      'Variant Inventory Tracker': 'tracked',
      'Image Src': 'pictures',
      'Product image URL': 'pictures',
      'Variant Image': 'pictures',
      'Variant image URL': 'pictures',
      'Image Alt Text': '',
    },
  ],
  [
    'shopify',
    {
      'URL handle': 'id',
      Title: 'name',
      Description: 'description',
      Price: 'price',
      'Inventory tracker': 'tracked',
      'Option1 name': 'option_name',
      'Option1 value': 'option_value',
    },
  ],
  [
    'woocommerce',
    {
      ID: 'row_id',
      Type: 'row_type',
      SKU: 'row_sku',
      Name: 'name',
      Published: 'published',
      'Short description': 'short_description',
      Description: 'description',
      'In stock?': 'in_stock',
      Stock: 'stock',
      'Regular price': 'price',
      'Sale price': '',
      Categories: 'category',
      Images: 'pictures',
      Parent: 'parent',
      'Attribute 1 name': 'option_name',
      'Attribute 1 value(s)': 'option_value',
      'Attribute 1 visible': '',
      'Attribute 10 name': '',
    },
  ],
  [
    'square',
    {
      'Reference Handle': 'product',
      Token: '',
      'Item Name': 'name',
      'Variation Name': 'size',
      Description: 'description',
      Category: 'category',
      Price: 'price',
      Archived: 'archived',
      'Square Online Item Visibility': 'published',
      'Current Quantity Bloomera': 'stock',
      'Current Quantity Market stall': 'stock',
      'New Quantity Bloomera': '',
      'Option Name 1': 'option_name',
      'Option Value 1': 'option_value',
    },
  ],
  ['other', { id: 'id', name: 'name', price_1oz: 'price_1oz', stock_single: 'stock_single', Smell: '?', price: '?' }],
])('recognizes the columns of %s', (format, columns) => {
  const names = Object.keys(columns)
  expect(Object.fromEntries(suggestMapping(format, names).map((target, index) => [names[index], target]))).toEqual(
    columns,
  )
})

test('guesses neither options nor quantities in a hand-made file', () => {
  expect(suggestMapping('other', ['Option1 Name', 'Current Quantity'])).toEqual(['?', '?'])
  expect(suggestMapping('shopify', ['Current Quantity'])).toEqual([''])
})

test('uses the first of two columns for the same field, unless several are allowed', () => {
  expect(suggestMapping('shopify', ['Variant Price', 'Price'])).toEqual(['price', ''])
  expect(suggestMapping('square', ['Category', 'Categories', 'Price'])).toEqual(['category', '', 'price'])
  expect(suggestMapping('shopify', ['Image Src', 'Variant Image'])).toEqual(['pictures', 'pictures'])
})

test('names of built-in object properties are ordinary columns', () => {
  expect(suggestMapping('shopify', ['constructor', 'toString'])).toEqual(['', ''])
  expect(problemsOfMapping(['Smell'], ['toString'])).toEqual(['“Smell” can’t be taken for that.'])
})

test('says what is wrong with a mapping, by column', () => {
  expect(problemsOfMapping(['Smell', 'Title', 'Name'], ['?', 'name', 'name'])).toEqual([
    'There is no column “Smell”. Choose what it holds, or leave it out.',
    undefined,
    '“Title” and “Name” can’t both be “Name”.',
  ])
  for (const target of ['', 'option_name', 'option_value', 'stock', 'published', 'pictures'])
    expect(problemsOfMapping(['One', 'Two'], [target, target]), target).toEqual([undefined, undefined])
  for (const target of ['id', 'price', 'size', 'row_type', 'parent', 'tracked', 'archived', 'in_stock', 'product'])
    expect(problemsOfMapping(['One', 'Two'], [target, target])[1], target).toContain(
      `can’t both be “${IMPORT_TARGETS[target]}”`,
    )
})

test('offers every target with a label', () => {
  expect(IMPORT_TARGETS).toMatchObject({
    '': 'Leave out',
    id: 'Address, the end of /products/…',
    product: 'Same value, same product',
    size: 'Size of the row',
    option_name: 'Name of an option',
    option_value: 'Value of an option',
    price: 'Price of the row ($)',
    stock: 'Quantity of the row',
    tracked: 'Inventory tracker (blank: not tracked)',
    in_stock: 'In stock, 1 or 0',
    published: 'On sale there',
    archived: 'No longer sold there',
    pictures: 'Addresses of pictures',
    row_type: 'Type of the row',
    row_id: 'Number of the row',
    row_sku: 'SKU of the row',
    parent: 'Product that the row belongs to',
  })
  expect(IMPORT_TARGETS.price_1oz).toBe('1oz price ($)')
  expect(IMPORT_TARGETS.stock_1oz).toBe('1oz quantity')
  expect(IMPORT_TARGETS).not.toHaveProperty('?')
})
