import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type Listening } from '#server/listen.ts'
import { createPurgeQueue } from '#server/platform/cdn/cdn-purges.worker.ts'
import { createPurgeCdn } from '#server/platform/cdn/purge-cdn.ts'
import { CDN_TOKEN } from './cdn-emulator.ts'
import { changePriceAtDesk } from './desk-price.ts'
import { drain } from './drain-queue.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'
import { hasVarnish, startVarnish } from './varnish.ts'

const database = useTestDatabase()
const PAGE = '/products/pure-bloom'
let shop: PayingShop
let server: Listening
let varnish: Awaited<ReturnType<typeof startVarnish>>

describe.skipIf(!hasVarnish)(
  'behind Varnish (skipped where varnishd is not installed: apt-get install varnish)',
  () => {
    beforeAll(async () => {
      const port = await freePort()
      shop = await openPayingShop(database.current, {
        CDN: 'on',
        CDN_PURGE: 'varnish',
        CDN_PURGE_URL: `http://127.0.0.1:${port}`,
        CDN_PURGE_TOKEN: CDN_TOKEN,
      })
      const { app, answerFirst, clientOf, refusalHeaders } = shop
      server = await listen({ host: '127.0.0.1', port: 0, fetch: app.fetch, answerFirst, clientOf, refusalHeaders })
      varnish = await startVarnish({ port, shopPort: server.port, token: CDN_TOKEN })
      await purgeAll()
    }, 120_000)

    afterAll(async () => {
      await varnish?.close()
      await server?.close(0)
      await shop?.end()
    })

    /** The queue itself, as the shop's workers run it. */
    function purgeAll(): Promise<number> {
      const settings = { provider: 'varnish', url: varnish.url, token: CDN_TOKEN, service: '' } as const
      return drain(createPurgeQueue({ database: database.current, purge: createPurgeCdn(settings) }))
    }

    async function visit(address: string, init?: RequestInit) {
      const response = await fetch(`${varnish.url}${address}`, { redirect: 'manual', ...init })
      return {
        status: response.status,
        headers: response.headers,
        cache: response.headers.get('x-cache'),
        text: await response.text(),
      }
    }

    async function fill(address: string): Promise<void> {
      await visit(address)
      await eventually(async () => (await visit(address)).cache === 'hit')
    }

    test('a price change at the desk refreshes the page behind Varnish', async () => {
      await fill(PAGE)
      await fill('/about')
      expect((await visit(PAGE)).text).not.toContain('27.31')
      await changePriceAtDesk(database.current, '27.31')
      // The shop is notified within moments; Varnish isn't until the purge is sent.
      await eventually(async () => (await (await shop.app.request(PAGE)).text()).includes('27.31'))
      expect(await visit(PAGE)).toMatchObject({ cache: 'hit', text: expect.not.stringContaining('27.31') })
      expect(await purgeAll()).toBe(1)
      expect(await visit(PAGE)).toMatchObject({ cache: 'miss', text: expect.stringContaining('27.31') })
      expect((await visit('/about')).cache, 'a page without the price stays').toBe('hit')
    })

    test('visitors with cookies share one copy, and get neither tags nor cookies', async () => {
      await fill('/about')
      const { cache, headers } = await visit('/about', { headers: { cookie: 'desk=someone' } })
      expect(cache).toBe('hit')
      for (const name of ['surrogate-key', 'surrogate-control', 'cache-tag', 'cdn-cache-control', 'set-cookie'])
        expect(headers.has(name), name).toBe(false)
      expect(headers.get('cache-control')).toContain('max-age=0, must-revalidate')
    })

    test('a browser that already has the page gets a 304 from Varnish alone', async () => {
      await fill('/about')
      const etag = (await visit('/about')).headers.get('etag') ?? ''
      expect(await visit('/about', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, cache: 'hit' })
    })

    test("a buyer's order, the desk and missing pages are never cached", async () => {
      const { body } = await shop.pay()
      const order = body.orderPath ?? ''
      for (const address of [
        order,
        order.replace('order', 'ORDER'),
        `/${order}`,
        `${order}.data`,
        '/admin/sign-in',
        '/nothing/here',
      ])
        for (let time = 0; time < 3; time += 1) expect((await visit(address)).cache, address).toBe('miss')
    })

    test('only the shop can purge', async () => {
      await fill(PAGE)
      const ban = (headers: Record<string, string>) =>
        visit('/', { method: 'BAN', headers: { 'x-purge-tags': 'everything', ...headers } })
      expect((await ban({})).status).toBe(403)
      expect((await ban({ 'x-purge-token': '' })).status).toBe(403)
      expect((await ban({ 'x-purge-token': 'a-guess-of-this-test' })).status).toBe(403)
      expect((await visit(PAGE)).cache).toBe('hit')
      expect((await ban({ 'x-purge-token': CDN_TOKEN })).status).toBe(200)
      expect((await visit(PAGE)).cache).toBe('miss')
    })
  },
)
