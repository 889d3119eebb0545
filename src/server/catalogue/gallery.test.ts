import { expect, test } from 'vitest'
import { pictureOf, type UploadedPicture } from '#domain/catalogue/product.ts'
import { editedPictures, leadPicture, renderedGallery, toGallery } from './gallery.ts'
import { createRenderedViews, renderedViews } from './product-views.ts'

const uploaded: UploadedPicture = {
  address: '/uploads/0123456789abcdef0123',
  width: 800,
  height: 1000,
  widths: [160, 800],
  placeholder: 'data:x',
  alt: 'Its own words',
}
const row = { picture: uploaded.address, alt: '', sizes: [] }

test('leads with the picture rendered under the product’s ID if none is stored', () => {
  const own = { address: expect.stringMatching(/^\/pictures\/pure-bloom-[0-9a-f]{10}$/) as string }
  expect(leadPicture('pure-bloom', null, undefined)).toMatchObject(own)
  expect(leadPicture('pure-bloom', { picture: 'pure-bloom', alt: '' }, undefined)).toMatchObject(own)
  expect(leadPicture('no-such-oil', null, undefined)).toBeUndefined()
})

test('describes any other lead picture, in the owner’s words if there are any', () => {
  expect(leadPicture('pure-bloom', { picture: 'pure-bloom', alt: 'Mine' }, undefined)).toMatchObject({
    address: expect.stringMatching(/^\/pictures\/pure-bloom-/) as string,
    alt: 'Mine',
  })
  expect(leadPicture('pure-bloom', { picture: 'silk-root-hair-oil', alt: '' }, undefined)?.alt).toContain('Silk Root')
  expect(leadPicture('pure-bloom', row, uploaded)?.alt).toBe('Its own words')
})

test('skips a picture that no longer exists', () => {
  expect(leadPicture('pure-bloom', { picture: 'gone', alt: 'Gone' }, undefined)).toBeUndefined()
  const rows = [
    { row: { ...row, picture: 'gone' }, uploaded: undefined },
    { row, uploaded },
  ]
  expect(toGallery(rows)).toEqual([{ ...uploaded, sizes: [] }])
})

test('edits the rendered picture of a product that has no others', () => {
  const none = createRenderedViews({})
  expect(editedPictures('pure-bloom', [], none)).toEqual([{ picture: 'pure-bloom', alt: '', sizes: [] }])
  expect(editedPictures('no-such-oil', [])).toEqual([])
  expect(editedPictures('pure-bloom', [row])).toEqual([row])
})

const { address: _, ...size } = uploaded
const views = createRenderedViews({
  'pure-bloom-texture': { ...size, product: 'pure-bloom', sizes: [], hash: 'aa', alt: 'A pool of oil' },
  'silk-root-hair-oil-texture': { ...size, product: 'silk-root-hair-oil', sizes: [], hash: 'bb', alt: 'A pool' },
  'pure-bloom-scale': { ...size, product: 'pure-bloom', sizes: [], hash: 'cc', alt: 'Beside a matchbox' },
})

test('shows all rendered pictures of a product without stored ones, the main one first', () => {
  expect(
    renderedGallery('pure-bloom', views).map(({ address, alt }) => [address.replace(/-[0-9a-f]{10}$/, ''), alt]),
  ).toEqual([
    ['/pictures/pure-bloom', renderedViews.find('pure-bloom')?.alt],
    ['/pictures/pure-bloom-texture-aa', 'A pool of oil'],
    ['/pictures/pure-bloom-scale-cc', 'Beside a matchbox'],
  ])
  expect(renderedGallery('silk-root-hair-oil', views)).toHaveLength(2)
  expect(views.listProducts()).toEqual(['pure-bloom', 'silk-root-hair-oil'])
})

test('sends no gallery for a single rendered picture', () => {
  expect(renderedGallery('meadow-calm-oil', views)).toEqual([])
  expect(renderedGallery('no-such-oil', views)).toEqual([])
})

test('edits the rendered views along with the picture, and drops them once pictures are stored', () => {
  const names = editedPictures('pure-bloom', [], views).map(({ picture }) => picture)
  expect(names).toEqual(['pure-bloom', 'pure-bloom-texture', 'pure-bloom-scale'])
  expect(editedPictures('pure-bloom', [row], views)).toEqual([row])
})

test('shows a stored view in the owner’s words', () => {
  const stored = [{ row: { picture: 'pure-bloom-texture', alt: 'Mine', sizes: [] }, uploaded: undefined }]
  expect(toGallery(stored, views)).toMatchObject([{ address: '/pictures/pure-bloom-texture-aa', alt: 'Mine' }])
})

test('shows the picture of a size, or else the lead picture', () => {
  const big = { ...uploaded, address: '/uploads/big', sizes: ['4oz' as const] }
  const product = { picture: uploaded, gallery: [{ ...uploaded, sizes: [] }, big] }
  expect(pictureOf(product, '4oz')?.address).toBe('/uploads/big')
  expect(pictureOf(product, '1oz')).toBe(uploaded)
  expect(pictureOf(product, undefined)).toBe(uploaded)
})

test('shows the rendered bottle of a size, which the owner can change like an assigned picture', () => {
  const bottles = createRenderedViews({
    'pure-bloom-2oz': { ...size, product: 'pure-bloom', sizes: ['2oz'], hash: 'dd', alt: 'The 2-ounce bottle' },
  })
  const gallery = renderedGallery('pure-bloom', bottles)
  const lead = leadPicture('pure-bloom', null, undefined)
  const product = { gallery, picture: lead }
  expect(pictureOf(product, '2oz')?.alt).toBe('The 2-ounce bottle')
  expect(pictureOf(product, '1oz')).toBe(lead)
  expect(editedPictures('pure-bloom', [], bottles)).toEqual([
    { picture: 'pure-bloom', alt: '', sizes: [] },
    { picture: 'pure-bloom-2oz', alt: '', sizes: ['2oz'] },
  ])
})
