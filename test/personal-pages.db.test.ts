import { afterAll, beforeAll, expect, test } from 'vitest'
import { newToken } from '#server/operators/secret-token.ts'
import { createLog } from '#server/platform/log.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const SECRET_KEY = 'signs the links of orders in this test'
const database = useTestDatabase()
let shop: PayingShop
/** The page of a paid order that can be canceled. */
let orderPath: string

const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }

beforeAll(async () => {
  shop = await openPayingShop(database.current, { SECRET_KEY })
  const { body } = await shop.pay()
  orderPath = body.orderPath ?? ''
  expect(orderPath).toMatch(/^\/order\/[\w-]{44}$/)
})
afterAll(() => shop.end())

/** The same address in every way that a browser, an email client or a stranger may write it. */
function spellings(path: string): string[] {
  const [, first = '', token] = path.split('/')
  const end = token ? `/${token}` : ''
  const paths = [
    ...[first, first.toUpperCase(), 'oRdEr', '%6frder', '%4FRDE%52'].map((name) => `/${name}${end}`),
    `/${first}${end}/`,
    `//${first}${end}`,
    `/${first}/${end}`,
    `/./${first}${end}`,
    `/about/../${first}${end}`,
  ]
  return paths.flatMap((spelled) => [
    spelled,
    `${spelled}?utm_source=mail`,
    `${spelled}?_routes=root`,
    ...(spelled.endsWith('/')
      ? [`${spelled}_.data`, `${spelled}_.data?_routes=routes%2Fstorefront%2Forder`]
      : [
          `${spelled}.data`,
          `${spelled}%2edata`,
          `${spelled}.data?_routes=routes%2Fstorefront%2Forder`,
          `${spelled}.data?_routes=root&x=1`,
        ]),
  ])
}

/** Follows redirects as a browser would, with the headers of every step. */
async function follow(url: string, method = 'GET') {
  const steps: Response[] = []
  for (let next: string | null = url; next !== null && steps.length < 5;) {
    const response: Response = await shop.app.request(next, { method, headers: visitor() })
    steps.push(response)
    next = response.headers.get('location')
  }
  const last = steps.at(-1) ?? new Response()
  return { steps, status: last.status, text: await last.text() }
}

let visitors = 0
function visitor() {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8:${visitors.toString(16)}::1` }
}

/** The page for unknown links is cached, and contains nothing personal. */
const UNKNOWN_LINK = /^404 \/order\/-(\.data)?$/

function personalKeys(): string[] {
  const token = orderPath.split('/')[2] ?? ''
  return shop.cache.keys().filter((key) => (/order/i.test(key) || key.includes(token)) && !UNKNOWN_LINK.test(key))
}

test('caches no spelling of an order page or the lookup page, and sends private headers for each', async () => {
  for (const url of ['/order', orderPath].flatMap(spellings)) {
    for (const method of ['GET', 'HEAD']) {
      const { steps, status } = await follow(url, method)
      expect([200, 404], `${method} ${url}`).toContain(status)
      for (const response of steps) {
        // A 404 page is the same for every visitor.
        if (response.status === 404) continue
        expect(Object.fromEntries(response.headers), `${method} ${url}`).toMatchObject(PRIVATE)
        expect(response.headers.has('etag'), `${method} ${url}`).toBe(false)
      }
    }
    expect(personalKeys(), url).toEqual([])
  }
})

test("redirects every spelling that a router would accept to the order's one address", async () => {
  const token = orderPath.split('/')[2] ?? ''
  for (const url of [`/ORDER/${token}`, `/order/${token}/`, `//order/${token}`, `/%6Frder//${token}`]) {
    const response = await shop.app.request(url)
    expect([response.status, response.headers.get('location')], url).toEqual([308, orderPath])
  }
  expect((await shop.app.request(orderPath.toUpperCase())).status).toBe(308)
})

test('keeps a forged order and the calendar of an order private', async () => {
  for (const [url, status] of [
    ['/order/forged', 404],
    ['/order/forged.data', 404],
    ['/order/a.b', 404],
    [`${orderPath}/reminder.ics`, 200],
  ] as const) {
    const response = await shop.app.request(url, { headers: visitor() })
    expect(response.status, url).toBe(status)
    expect(Object.fromEntries(response.headers), url).toMatchObject(PRIVATE)
  }
  expect(await (await shop.app.request('/order/forged')).text()).toContain('Oops! Page not found')
  expect(personalKeys()).toEqual([])
})

test('keeps pages outside the router private: those of a link in an email, and the desk', async () => {
  const cacheControl = PRIVATE['cache-control']
  for (const [url, more] of [
    ['/unsubscribe/made-up', PRIVATE],
    ['/admin', { 'x-robots-tag': 'noindex, nofollow' }],
    ['/admin/sign-in', { 'x-robots-tag': 'noindex, nofollow' }],
    ['/admin/link/made-up', { 'x-robots-tag': 'noindex, nofollow' }],
    ['/admin/no-such-screen', { 'x-robots-tag': 'noindex, nofollow' }],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const headers = { ...visitor(), accept: 'text/html' }
      const response = await shop.app.request(url, { method, headers })
      expect(Object.fromEntries(response.headers), `${method} ${url}`).toMatchObject({
        ...more,
        'cache-control': cacheControl,
      })
    }
  }
})

/** The address of a secret link as email clients, scanners and typing mistakes change it, with the token intact. */
function misspellings(path: string, token: string): string[] {
  const [before = '', after = ''] = path.split(token)
  const [, first = ''] = before.split('/')
  const escaped = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`
  const escapedToken = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`
  return [
    path,
    before.toUpperCase() + token + after,
    before.replace(first, `${first[0]?.toUpperCase()}${first.slice(1)}`) + token + after.toUpperCase(),
    before.replace(first, escaped) + token + after,
    `/${path}`,
    `${before}/${token}${after}`,
    `${before}./${token}${after}`,
    `${before.slice(0, -1)}%2F${token}${after}`,
    before + escapedToken + after,
    before.replace(first, escaped) + escapedToken + after,
    `${before}x/${token}${after}`,
    `${before.slice(0, -2)}/${token}${after}`,
    `/${token}${after}`,
    `${path}.data`,
    `${path}/`,
    `${path}.`,
    `${path}%20`,
    `${path}%3Futm_source=mail`,
    `/products${path}`,
    `${path}%00`,
  ]
}

test('logs no token, however the address of its link is written', async () => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const logging = await createTestShop(database.current, { SECRET_KEY, TRUST_PROXY: '1' }, { log })
  const links = [orderPath, `${orderPath}/reminder.ics`, `/unsubscribe/${newToken()}`, `/admin/link/${newToken()}`]
  for (const link of links) {
    const secret = /[\w-]{43,}/.exec(link)?.[0] ?? ''
    for (const url of misspellings(link, secret))
      for (const method of ['GET', 'POST']) {
        lines.length = 0
        await logging.app.request(url, { method, headers: visitor() })
        expect(lines.length, `${method} ${url}`).toBeGreaterThan(0)
        expect(lines.join(''), `${method} ${url}`).not.toContain(secret.slice(1))
      }
  }
})

test('offers no second cancellation under any spelling', async () => {
  const offers = (text: string) => text.includes('Cancel order') || /canCancel[^,]*,[^,]*true/.test(text)
  const before = await follow(orderPath)
  expect(offers(before.text)).toBe(true)
  for (const url of spellings(orderPath)) await follow(url)
  const { status } = await shop.post('cancel-order', { token: orderPath.split('/')[2] })
  expect(status).toBe(200)
  for (const url of spellings(orderPath)) expect(offers((await follow(url)).text), url).toBe(false)
})

test('lists no personal page in the sitemap', async () => {
  expect(await (await shop.app.request('/sitemap.xml')).text()).not.toContain('/order')
})

test('keeps a page private whose route declares nothing, whatever its address', async () => {
  const id = 'routes/storefront/about'
  const silent = await createTestShop(
    database.current,
    {},
    {
      changeBuild: (build) => {
        const about = build.routes[id]
        if (!about) throw new Error('there is no such route')
        const module = { default: () => undefined }
        return { ...build, routes: { ...build.routes, [id]: { ...about, module } } }
      },
    },
  )
  for (const url of ['/about', '/about.data', `/about.data?_routes=${encodeURIComponent(id)}`]) {
    const response = await silent.app.request(url)
    expect(response.status, url).toBe(200)
    expect(Object.fromEntries(response.headers), url).toMatchObject(PRIVATE)
  }
  expect(silent.cache.keys()).toEqual([])
  expect((await shop.app.request('/about')).headers.get('cache-control')).toBe('no-cache')
})

test('serves the products on sale with all public fields from memory, and follows the database', async () => {
  const read = async () => (await shop.app.request('/api/products')).json()
  const { products } = (await read()) as { products: Record<string, unknown>[] }
  expect(products).toHaveLength(16)
  expect(products.find(({ id }) => id === 'pure-bloom')).toMatchObject({
    name: 'Pure Bloom',
    price_cents: 3400,
    has_sizes: true,
    size_1oz_price_cents: 2500,
    size_2oz_price_cents: 3400,
    size_4oz_price_cents: null,
    single_size_info: null,
    image_url: expect.stringMatching(/^\/pictures\/pure-bloom-/),
    is_active: true,
  })
  await database.current.withConnection((connection) =>
    connection.rows(`update products set is_active = false where id = 'pure-bloom'`),
  )
  await expect.poll(async () => ((await read()) as { products: unknown[] }).products.length).toBe(15)
})
