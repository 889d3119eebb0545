import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { moveTo } from '#domain/catalogue/collections.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type CollectionEditor, createCollectionEditor } from './collection-editor.service.ts'
import { type CollectionService, createCollectionService } from './collections.service.ts'
import type { CollectionContent } from './collections.views.ts'
import { createProductEditor, type ProductEditor } from './product-editor.service.ts'

const database = useTestDatabase()
let editor: CollectionEditor
let products: ProductEditor
let shop: CollectionService

const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const BLANK: CollectionContent = {
  name: 'Gifts',
  slug: 'gifts',
  title: '',
  eyebrow: '',
  lead: '',
  shelfText: '',
  cardLabel: '',
  searchWords: '',
  noun: '',
  failureText: '',
  seoTitle: '',
  seoDescription: '',
  isInMenu: true,
  products: ['pure-bloom'],
}

beforeEach(() => {
  editor = createCollectionEditor(database.current)
  products = createProductEditor(database.current, () => new Date())
  shop = createCollectionService(database.current)
})

async function idOf(slug: string): Promise<string> {
  const { collections } = await editor.list()
  return collections.find((collection) => collection.slug === slug)?.id ?? 'none'
}

async function save(id: string, change: Partial<CollectionContent>) {
  const found = await editor.find(id)
  if (!found) throw new Error('there is no such collection')
  return editor.save(id, { ...found.content, ...change }, found.version, ANA)
}

async function create(change: Partial<CollectionContent>): Promise<string> {
  const created = await editor.create({ ...BLANK, ...change }, ANA)
  if (!created.ok) throw new Error(created.message)
  return created.id
}

/** As the shop sees it after the notification. */
function fresh(): CollectionService {
  shop.invalidate()
  return shop
}

async function names(slug: string): Promise<string[]> {
  const collection = await fresh().find(slug)
  return collection ? (await shop.listProducts(collection)).products.map(({ name }) => name) : []
}

test('lists six, three and eight products in the collections, in their hand-picked order', async () => {
  expect(await names('facial-serums')).toEqual([
    'First Light Serum',
    'Forever Skin Serum',
    'Petal Renewal Serum',
    'Pure Bloom',
    'SOS Serum Blemish Blend',
    'Velvet Contour Serum',
  ])
  expect(await names('focus-care')).toEqual([
    'Barrier Rescue Oil',
    'Bloomera Hair + Skin Restore',
    'SOS Serum Blemish Blend',
  ])
  const body = await names('body-hair')
  expect(body).toHaveLength(8)
  expect(body.slice(0, 3)).toEqual(['Floral Wood Body Oil', 'Vanilla Sun Body Oil', 'Meadow Calm Oil'])
})

test('shows every product once on Shop All, and those without a collection on their own shelf', async () => {
  const { shelves, rest } = await shop.listShelves()
  expect(shelves.map((shelf) => [shelf.collection.name, shelf.products.length])).toEqual([
    ['Facial Serums', 6],
    ['Focus Care', 2],
    ['Body & Hair', 8],
  ])
  expect(rest).toEqual([])
  const hidden = await idOf('focus-care')
  await editor.show(hidden, false, ANA)
  const without = await fresh().listShelves()
  expect(without.rest.map(({ name }) => name)).toEqual(['Barrier Rescue Oil', 'Bloomera Hair + Skin Restore'])
  await editor.show(hidden, true, ANA)
})

test('a changed address redirects forever: chains collapse, and no old address overrides a current one', async () => {
  const id = await idOf('body-hair')
  for (const slug of ['body', 'body-oils', 'all-over']) expect(await save(id, { slug })).toMatchObject({ ok: true })
  for (const old of ['body-hair', 'body', 'body-oils']) expect(await fresh().movedTo(old)).toBe('all-over')
  expect(await shop.movedTo('all-over')).toBeUndefined()
  // Another collection can't use an old address, so it can't take over its links.
  expect(await editor.create({ ...BLANK, slug: 'body' }, ANA)).toMatchObject({
    ok: false,
    message: '/body is an old address of Body & Hair and leads there. Choose another address.',
  })
  // It can go back to its own old address, which is then a page again and no longer redirects.
  expect(await save(id, { slug: 'body-hair' })).toMatchObject({ ok: true })
  expect(await fresh().movedTo('body-hair')).toBeUndefined()
  expect((await shop.find('body-hair'))?.name).toBe('Body & Hair')
  for (const old of ['body', 'body-oils', 'all-over']) expect(await shop.movedTo(old)).toBe('body-hair')
})

test.each([
  ['shop-all', '/shop-all is another page'],
  ['products', '/products is another page'],
  ['admin', '/admin is another page'],
  ['api', '/api is another page'],
  ['facial-serums', 'Facial Serums is at /facial-serums'],
  ['Two Words', 'The address takes lowercase letters'],
  ['a--b', 'The address takes lowercase letters'],
])('refuses the address %s', async (slug, message) => {
  const created = await editor.create({ ...BLANK, slug }, ANA)
  expect(created).toMatchObject({ ok: false, message: expect.stringContaining(message) })
})

test('a deleted collection’s addresses redirect to Shop All until it is restored with everything it had', async () => {
  const id = await create({ slug: 'presents' })
  await save(id, { slug: 'gifts', lead: 'Wrapped.' })
  const before = await editor.find(id)
  expect(await editor.remove(id, ANA)).toMatchObject({ ok: true })
  expect(await fresh().find('gifts')).toBeUndefined()
  expect([await shop.movedTo('gifts'), await shop.movedTo('presents')]).toEqual([null, null])
  expect(await editor.remove(id, ANA)).toEqual({ ok: false, code: 'not_found' })
  // A new one may use an address that only redirects to Shop All.
  const other = await create({ name: 'Gift sets', slug: 'presents', products: [] })
  expect(await fresh().movedTo('presents')).toBeUndefined()
  await editor.remove(other, ANA)
  expect(before?.content.lead).toBe('Wrapped.')
})

test('an empty collection has a page but no links, a hidden one has neither', async () => {
  const id = await create({ name: 'Empty', slug: 'empty', products: [] })
  expect((await fresh().find('empty'))?.count).toBe(0)
  expect((await shop.menu()).map(({ slug }) => slug)).not.toContain('empty')
  await save(id, { products: ['pure-bloom'] })
  expect((await fresh().menu()).map(({ slug }) => slug)).toContain('empty')
  await editor.show(id, false, ANA)
  expect(await fresh().find('empty')).toBeUndefined()
  expect(await shop.mayExist('empty')).toBe(false)
  await editor.remove(id, ANA)
})

test('a Shop by Need card disappears with what it links to, and comes back with it', async () => {
  expect((await shop.listNeeds()).map(({ name }) => name)).toHaveLength(4)
  await products.putOnSale('barrier-rescue-oil', false, ANA)
  expect((await fresh().listNeeds()).map(({ name }) => name)).not.toContain('Calm & comfort')
  await products.putOnSale('barrier-rescue-oil', true, ANA)
  const focus = await idOf('focus-care')
  await editor.show(focus, false, ANA)
  expect((await fresh().listNeeds()).map(({ name }) => name)).not.toContain('Clear-looking skin')
  await editor.show(focus, true, ANA)
  expect((await fresh().listNeeds()).map(({ name }) => name)).toHaveLength(4)
})

test('a product added to a collection comes last, keeps its place elsewhere, and leaves no gap when removed', async () => {
  const found = await products.find('pure-bloom')
  const both = ['facial-serums', 'focus-care']
  expect(await products.saveCollections('pure-bloom', both, found?.collections.version ?? '', ANA)).toMatchObject({
    ok: true,
  })
  expect((await names('focus-care')).at(-1)).toBe('Pure Bloom')
  expect((await names('facial-serums'))[3]).toBe('Pure Bloom')
  // Reordering doesn't conflict with ticking; another tick does.
  const version = (await products.find('pure-bloom'))?.collections.version ?? ''
  const focus = await idOf('focus-care')
  const ids = (await editor.find(focus))?.content.products ?? []
  await save(focus, { products: moveTo(ids, 'pure-bloom', 0) })
  expect(await products.saveCollections('pure-bloom', ['facial-serums'], version, ANA)).toMatchObject({ ok: true })
  expect(await products.saveCollections('pure-bloom', [], version, ANA)).toMatchObject({ ok: false, code: 'changed' })
  expect(await names('focus-care')).toHaveLength(3)
  expect(await products.saveCollections('pure-bloom', ['nowhere'], versionToken(['facial-serums']), ANA)).toMatchObject(
    {
      ok: false,
      code: 'refused',
    },
  )
})

test('moves from two windows always keep a permutation: a stale window is refused, a current one gets its order', async () => {
  const id = await idOf('facial-serums')
  const start = (await editor.find(id))?.content.products ?? []
  const move = fc.record({ window: fc.nat(1), item: fc.nat(5), place: fc.nat(6), reload: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 6 }), async (moves) => {
      const windows = [await editor.find(id), await editor.find(id)]
      for (const { window, item, place, reload } of moves) {
        if (reload) windows[window] = await editor.find(id)
        const seen = windows[window]
        if (!seen) throw new Error('the collection is gone')
        const wanted = moveTo(seen.content.products, seen.content.products[item] ?? '', place)
        const result = await editor.save(id, { ...seen.content, products: wanted }, seen.version, ANA)
        const stored = (await editor.find(id))?.content.products ?? []
        expect(stored.toSorted()).toEqual(start.toSorted())
        expect(result.ok ? stored : result.code).toEqual(result.ok ? wanted : 'changed')
        if (result.ok) windows[window] = await editor.find(id)
      }
    }),
    { numRuns: 6 },
  )
  await save(id, { products: start })
})

test('of two simultaneous saves, one wins and the other is notified', async () => {
  const id = await idOf('focus-care')
  const seen = await editor.find(id)
  if (!seen) throw new Error('the collection is gone')
  const { products: ids } = seen.content
  const results = await Promise.all(
    [0, 1].map((place) =>
      editor.save(id, { ...seen.content, products: moveTo(ids, ids[2] ?? '', place) }, seen.version, ANA),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await editor.find(id))?.content.products.toSorted()).toEqual(ids.toSorted())
  await save(id, { products: ids })
})

test('finds collections by their search words, even after the owner changes them', async () => {
  const found = (words: string) =>
    database.current.withConnection(async (connection) =>
      (
        await connection.rows(
          `select id from products where search @@ to_tsquery('english', '${words}') and collection_words <> '' order by id`,
        )
      ).map(({ id }) => id),
    )
  const id = await idOf('focus-care')
  expect(await found('focus & care')).toHaveLength(3)
  await save(id, { name: 'Rescue Shelf', searchWords: 'winter hands' })
  expect(await found('winter')).toEqual(['barrier-rescue-oil', 'bloomera-hair-skin-restore', 'sos-serum-blemish-blend'])
  await editor.show(id, false, ANA)
  expect(await found('winter')).toEqual([])
  await editor.show(id, true, ANA)
  await save(id, { name: 'Focus Care', searchWords: '' })
})

test('the menu accepts any order of all collections, and nothing else', async () => {
  const { collections, menuVersion } = await editor.list()
  const ids = collections.map(({ id }) => id)
  expect(await editor.reorder(ids.slice(1), menuVersion, ANA)).toMatchObject({ ok: false, code: 'refused' })
  expect(await editor.reorder(ids.toReversed(), menuVersion, ANA)).toMatchObject({ ok: true })
  expect((await fresh().menu()).map(({ slug }) => slug)).toEqual(['body-hair', 'focus-care', 'facial-serums'])
  expect(await editor.reorder(ids, menuVersion, ANA)).toMatchObject({ ok: false, code: 'changed' })
  await editor.reorder(ids, versionToken(ids.toReversed()), ANA)
})
