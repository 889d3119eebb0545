import { beforeAll, expect, test } from 'vitest'
import { products as seeded } from '#seed/products.ts'
import { eventually } from './eventually.ts'
import { formValues } from './form-values.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let desk: ReturnType<typeof createTestDesk>
let owner: string

beforeAll(async () => {
  shop = await createTestShop(database.current)
  desk = createTestDesk(database.current)
  owner = await desk.signIn('owner')
})

async function read(path: string): Promise<string> {
  return (await shop.app.request(path)).text()
}

async function status(path: string): Promise<string> {
  const response = await shop.app.request(path)
  const location = response.headers.get('location')
  return location === null ? String(response.status) : `${response.status} ${location}`
}

/** Sends a form of a desk screen with some fields changed; a change to undefined leaves the field out. */
async function send(
  screen: string,
  action: string,
  changes: Record<string, string | undefined> = {},
): Promise<Response> {
  const html = await (await desk.request(screen, { cookie: owner })).text()
  const all = { ...formValues(html, action), ...changes }
  const form = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
  return desk.request(action, { cookie: owner, form })
}

async function pathOf(slug: string): Promise<string> {
  const { collections } = await desk.parts.desk.collectionEditor.list()
  return `/admin/catalogue/collections/${collections.find((collection) => collection.slug === slug)?.id}`
}

/** Addresses of the products that a page links to from its content. */
function linkedProducts(html: string): string[] {
  const content = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return [...new Set(Array.from(content.matchAll(/href="\/products\/([a-z0-9-]+)"/g), ([, id = '']) => id))]
}

const PAGES = ['/shop-all', '/facial-serums', '/focus-care', '/body-hair', '/product-guide']

test('rename and recategorize every product at the desk: no page loses one', async () => {
  const before = new Map<string, string[]>()
  for (const page of PAGES) before.set(page, linkedProducts(await read(page)))
  expect(before.get('/shop-all')).toHaveLength(16)
  expect(before.get('/focus-care')).toHaveLength(3)
  for (const [index, { id }] of seeded.entries()) {
    const screen = `/admin/catalogue/products/${id}`
    const response = await send(screen, `${screen}/texts`, { name: `Oil ${index}`, category: `Kind ${index % 3}` })
    expect(response.status).toBe(303)
  }
  await eventually(async () => (await read('/shop-all')).includes('Oil 15'))
  for (const page of PAGES) {
    const html = await read(page)
    expect(linkedProducts(html), page).toEqual(before.get(page))
    expect(html, page).not.toContain('Pure Bloom')
  }
  for (const { id } of seeded) expect(await status(`/products/${id}`), id).toBe('200')
  // Breadcrumbs follow the collections, not the categories.
  expect(await read('/products/pure-bloom')).toContain('href="/facial-serums"')
  const search = await read('/shop-all?search=focus+care')
  expect(linkedProducts(search).toSorted()).toEqual(before.get('/focus-care')?.toSorted())
})

test('a changed address moves the page: redirect, menu, sitemap and breadcrumbs follow', async () => {
  const screen = await pathOf('body-hair')
  expect(await status('/body-hair')).toBe('200')
  const response = await send(screen, screen, { slug: 'body-hair-care', name: 'Body & Hair Care' })
  expect(response.status).toBe(303)
  await eventually(async () => (await status('/body-hair')) === '301 /body-hair-care')
  expect(await status('/body-hair?utm_source=letter')).toBe('301 /body-hair-care?utm_source=letter')
  expect(await status('/body-hair-care')).toBe('200')
  const sitemap = await read('/sitemap.xml')
  expect(sitemap).toContain('/body-hair-care<')
  expect(sitemap).not.toContain('/body-hair<')
  // The menu is on every page, even on one that has nothing to do with products.
  for (const page of ['/about', '/contact', '/products/floral-wood-body-oil']) {
    const html = await read(page)
    expect(html, page).toContain('href="/body-hair-care"')
    expect(html, page).toContain('Body &amp; Hair Care')
    expect(html, page).not.toContain('href="/body-hair"')
  }
  // During a visit the browser follows the redirect, too.
  const data = await shop.app.request('/body-hair.data')
  expect(await data.text()).toContain('/body-hair-care')
  expect(await read('/llms.txt')).toContain('[Body & Hair Care]')
})

test('a hidden collection has no page, and its products stay', async () => {
  const screen = await pathOf('focus-care')
  const hide = await desk.request(`${screen}/visibility`, { cookie: owner, form: { isVisible: 'no' } })
  expect(hide.status).toBe(303)
  await eventually(async () => (await status('/focus-care')) === '404')
  expect(await read('/about')).not.toContain('href="/focus-care"')
  expect(await read('/sitemap.xml')).not.toContain('/focus-care<')
  expect(linkedProducts(await read('/shop-all'))).toHaveLength(16)
  expect(await read('/shop-all')).toContain('More oils')
  await desk.request(`${screen}/visibility`, { cookie: owner, form: { isVisible: 'yes' } })
  await eventually(async () => (await status('/focus-care')) === '200')
})

test('a collection whose last product is taken off sale is linked nowhere until the product is back', async () => {
  const created = await desk.request('/admin/catalogue/collections/new', {
    cookie: owner,
    form: { ...BLANK, name: 'Hands', slug: 'hands', isInMenu: 'yes', 'add:orchard-hand-cuticle-oil': 'yes' },
  })
  expect(created.status).toBe(303)
  await eventually(async () => (await read('/contact')).includes('href="/hands"'))
  const sale = '/admin/catalogue/products/orchard-hand-cuticle-oil/sale'
  await desk.request(sale, { cookie: owner, form: { isActive: 'no' } })
  await eventually(async () => !(await read('/contact')).includes('href="/hands"'))
  expect(await status('/hands')).toBe('200')
  expect(await read('/hands')).toContain('No products found.')
  expect(await read('/hands')).toContain('noindex')
  expect(await read('/sitemap.xml')).not.toContain('/hands<')
  await desk.request(sale, { cookie: owner, form: { isActive: 'yes' } })
  await eventually(async () => (await read('/contact')).includes('href="/hands"'))
})

test('a deleted collection redirects to Shop All, and undo restores everything', async () => {
  const screen = await pathOf('hands')
  const { collectionEditor } = desk.parts.desk
  const { cards, version } = await collectionEditor.needs()
  const card = { name: 'Winter hands', picture: '', leadsTo: `collection:${screen.split('/').at(-1)}` }
  await collectionEditor.saveNeeds([...cards, card], version, { operatorId: null, actor: 'test' })
  const response = await desk.request(`${screen}/remove`, { cookie: owner, form: {} })
  expect(response.headers.get('location')).toBe('/admin/catalogue/collections')
  await eventually(async () => (await status('/hands')) === '301 /shop-all')
  expect(await read('/')).not.toContain('Winter hands')
  const [entry] = await database.current.withConnection((connection) =>
    connection.rows(`select id from audit_log where action = 'collection.delete' order by id desc limit 1`),
  )
  const undone = await desk.request(`/admin/audit/${String(entry?.id)}/restore`, { cookie: owner, form: {} })
  expect(undone.status).toBe(303)
  await eventually(async () => (await status('/hands')) === '200')
  expect(linkedProducts(await read('/hands'))).toEqual(['orchard-hand-cuticle-oil'])
  expect((await collectionEditor.needs()).cards).toEqual([...cards, card])
  expect(await read('/')).toContain('Winter hands')
})

test('without a script, an arrow shows the form in the new order and saves nothing', async () => {
  const screen = await pathOf('focus-care')
  const response = await send(screen, screen, { lead: 'Typed meanwhile.', move: 'up:sos-serum-blemish-blend' })
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('Nothing is saved yet')
  const values = formValues(html, screen)
  expect(values).toMatchObject({
    lead: 'Typed meanwhile.',
    'place:barrier-rescue-oil': '1',
    'place:sos-serum-blemish-blend': '2',
    'place:bloomera-hair-skin-restore': '3',
  })
  expect(linkedProducts(await read('/focus-care'))[1]).toBe('bloomera-hair-skin-restore')
  const saved = await desk.request(screen, { cookie: owner, form: values })
  expect(saved.status).toBe(303)
  await eventually(async () => linkedProducts(await read('/focus-care'))[1] === 'sos-serum-blemish-blend')
})

test('a second window that saves a stale form shows both versions and overwrites nothing', async () => {
  const screen = await pathOf('focus-care')
  const stale = formValues(await (await desk.request(screen, { cookie: owner })).text(), screen)
  await send(screen, screen, { lead: 'From the first window.' })
  const refused = await desk.request(screen, { cookie: owner, form: { ...stale, lead: 'From the second.' } })
  const html = await refused.text()
  expect(refused.status).toBe(409)
  expect(html).toContain('From the first window.')
  expect(html).toContain('From the second.')
  const again = await desk.request(screen, { cookie: owner, form: formValues(html, screen) })
  expect(again.status).toBe(303)
  await eventually(async () => (await read('/focus-care')).includes('From the second.'))
})

test('texts are checked for claims while they are edited', async () => {
  const screen = await pathOf('focus-care')
  await send(screen, screen, { seoDescription: 'Heals eczema in days.' })
  const html = await (await desk.request(screen, { cookie: owner })).text()
  expect(html).toMatch(/<mark>[^<]*eczema/i)
})

const BLANK = {
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
}
