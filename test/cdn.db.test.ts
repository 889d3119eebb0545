import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createPurgeQueue } from '#server/platform/cdn/cdn-purges.worker.ts'
import { createPurgeCdn } from '#server/platform/cdn/purge-cdn.ts'
import { EVERYTHING } from '#server/platform/pages/page-cache.ts'
import { cacheableAddresses } from './cacheable-addresses.ts'
import { startCdnEmulator } from './cdn-emulator.ts'
import { changePriceAtDesk } from './desk-price.ts'
import { drain } from './drain-queue.ts'
import { openPayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let cdn: Awaited<ReturnType<typeof startCdnEmulator>>

beforeEach(async () => {
  cdn = await startCdnEmulator('fastly')
})
afterEach(() => cdn.close())

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

/** The shop behind the CDN, once the purge at its start is done. */
async function openShop() {
  const shop = await createTestShop(database.current, cdn.environment)
  await rows('delete from cdn_purges')
  return shop
}

function createQueue(settings = cdn.settings) {
  return createPurgeQueue({ database: database.current, purge: createPurgeCdn(settings) })
}

const makeDue = () => rows(`update cdn_purges set next_attempt_at = now() where next_attempt_at < 'infinity'`)

test('public pages of every kind may be cached by a CDN, name their tags, and set no cookie', async () => {
  const shop = await openShop()
  const all = [...(await cacheableAddresses(database.current))].filter((address) => address.startsWith('/'))
  const some = all.filter((address, index) => /^\/[\w-]*$/.test(address) || index % 40 === 0)
  expect(some.length).toBeGreaterThan(40)
  for (const address of some) {
    const { status, headers } = await shop.app.request(address, { headers: { cookie: 'desk=x; cart=y' } })
    expect([status, address]).toEqual([200, address])
    expect(headers.get('cache-control'), address).toContain('s-maxage=3600')
    expect(headers.get('surrogate-key'), address).toMatch(/^everything( [\w:%-]+)*$/)
    expect(headers.get('cache-tag'), address).toBe(headers.get('surrogate-key')?.replaceAll(' ', ','))
    expect(headers.get('surrogate-key')?.length, address).toBeLessThanOrEqual(4000)
    expect(headers.getSetCookie(), address).toEqual([])
    expect(headers.get('vary'), address).toBe('Accept-Encoding')
  }
})

test('personal pages, refusals, the desk and free-text searches are never cached', async () => {
  const shop = await openPayingShop(database.current, cdn.environment)
  onTestFinished(() => shop.end())
  const { body } = await shop.pay()
  const personal = [body.orderPath ?? '', `${body.orderPath}.data`, '/order/forged', '/no/such/page']
  for (const address of [...personal, '/shop-all?search=rose', '/admin', '/admin/sign-in', '/Shop-All']) {
    const { headers } = await shop.app.request(address)
    expect(headers.get('cache-control'), address).toContain('no-store')
    for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control', 'cache-tag'])
      expect(headers.has(name), `${address} ${name}`).toBe(false)
  }
})

test('without a CDN, sends no headers for one and writes no purges', async () => {
  await openShop()
  const shop = await createTestShop(database.current)
  const { headers } = await shop.app.request('/')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.has('surrogate-key')).toBe(false)
  await changePriceAtDesk(database.current, '26.00')
  expect(await rows('select from cdn_purges')).toEqual([])
})

test('a price that changes at the desk is purged once, however many processes there are, and once more later', async () => {
  const shop = await openShop()
  const page = await shop.app.request('/products/pure-bloom')
  const keys = page.headers.get('surrogate-key')?.split(' ') ?? []
  await changePriceAtDesk(database.current, '26.50')
  const queues = [createQueue(), createQueue(), createQueue()]
  await Promise.all(queues.map(drain))
  expect(cdn.purges).toHaveLength(1)
  expect(cdn.purges[0]?.tags).toEqual(expect.arrayContaining(['product:pure-bloom', 'catalogue']))
  expect(cdn.purges[0]?.tags.some((tag) => keys.includes(tag))).toBe(true)
  expect(cdn.purges[0]?.tags).not.toContain(EVERYTHING)
  await makeDue()
  await Promise.all(queues.map(drain))
  expect(cdn.purges).toHaveLength(2)
  expect(cdn.purges[1]).toEqual(cdn.purges[0])
  expect(await rows('select from cdn_purges')).toEqual([])
})

test('a change caused by the clock is purged once, although every process notices it', async () => {
  for (let started = 0; started < 3; started += 1) await openShop()
  const from = new Date(Date.now() + 2000).toISOString()
  await rows(`insert into settings (key, value)
    values ('announcement', '{"text": "Open", "isOn": true, "from": "${from}", "until": null}')`)
  await rows('delete from cdn_purges')
  await expect.poll(async () => (await rows('select from cdn_purges')).length).toBeGreaterThan(0)
  // Longer than the processes take to check the clock.
  await setTimeout(1500)
  // A new minute may begin in between, which makes two.
  expect((await rows('select from cdn_purges')).length).toBeLessThan(3)
  await drain(createQueue())
  expect(cdn.purges).toEqual([{ provider: 'fastly', tags: expect.arrayContaining(['announcement']) }])
})

test('a change that is rolled back is not purged', async () => {
  await openShop()
  await expect(
    database.current.orm.transaction(async (tx) => {
      await tx.execute(`update products set name = 'Other' where id = 'pure-bloom'`)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await rows('select from cdn_purges')).toEqual([])
})

test('a purge that fails is repeated until it succeeds', async () => {
  await openShop()
  await rows(`update products set name = 'Other' where id = 'pure-bloom'`)
  cdn.failNext(2)
  const queue = createQueue()
  const log = pino({ level: 'silent' })
  for (const attempts of [1, 2]) {
    expect(await queue.sweep(log)).toMatchObject({ settled: 0 })
    expect(await rows('select attempts, last_error, is_repeat from cdn_purges')).toEqual([
      { attempts, last_error: 'purge failed with status 503', is_repeat: false },
    ])
    await makeDue()
  }
  expect(await queue.sweep(log)).toMatchObject({ settled: 1 })
  expect(cdn.purges).toHaveLength(1)
})

test('a wrong token or service counts as a failure, not as a purge', async () => {
  for (const wrong of [{ token: 'another-token-of-this-test' }, { service: 'another' }])
    await expect(createPurgeCdn({ ...cdn.settings, ...wrong })(['x'])).rejects.toThrow(/failed with status 40[34]/)
})

test.each(['fastly', 'cloudflare'] as const)('%s can purge more tags than fit into one request', async (provider) => {
  const other = await startCdnEmulator(provider)
  onTestFinished(other.close)
  const tags = Array.from({ length: 300 }, (_, index) => `product:${index}`)
  await createPurgeCdn(other.settings)(tags)
  expect(other.purges.flatMap((purge) => purge.tags)).toEqual(tags)
  expect(other.purges).toHaveLength(provider === 'fastly' ? 2 : 10)
})

test('processes that start together drop the previous release’s pages once', async () => {
  await rows('delete from cdn_purges')
  for (let started = 0; started < 3; started += 1) await createTestShop(database.current, cdn.environment)
  // A new minute may begin in between, which makes two.
  const written = await rows('select tags from cdn_purges')
  expect(written.length).toBeLessThan(3)
  expect(written[0]).toEqual({ tags: EVERYTHING })
  await drain(createQueue())
  expect(cdn.purges).toEqual([{ provider: 'fastly', tags: [EVERYTHING] }])
})

test('a stale page, sent because no newer one can be rendered, is not cached', async () => {
  let isBroken = false
  const shop = await createTestShop(database.current, cdn.environment, {
    changeBuild: (build) => ({
      ...build,
      entry: {
        ...build.entry,
        module: {
          ...build.entry.module,
          default: (...parts) => {
            if (isBroken) throw new Error('broken')
            return build.entry.module.default(...parts)
          },
        },
      },
    }),
  })
  const read = async () => (await shop.app.request('/about')).headers.get('cache-control')
  expect(await read()).toContain('s-maxage')
  shop.cache.invalidate([EVERYTHING])
  isBroken = true
  expect(await read()).toBe('no-cache')
  isBroken = false
  expect(await read()).toContain('s-maxage')
})
