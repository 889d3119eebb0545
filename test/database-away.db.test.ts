import { expect, inject, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()

const INSIDES = /postgres|ECONN|at .*\.js:|not currently accepting/

const FAILURES = {
  '/': 'Failed to load products',
  '/shop-all': 'Failed to load products',
  '/shop-all?search=rose': 'Failed to load products',
  '/facial-serums': 'Failed to load facial serums',
  '/focus-care': 'Failed to load products. Please try again.',
  '/body-hair': 'Failed to load body &amp; hair products',
  '/product-guide': 'Failed to load products',
  '/products/pure-bloom': 'Failed to load product',
  '/privacy-policy': 'This page couldn’t be loaded',
  '/terms-of-service': 'This page couldn’t be loaded',
  '/shipping-returns': 'This page couldn’t be loaded',
}

/** What API clients read. */
const READS = [
  '/sitemap.xml',
  '/feeds/google-merchant.xml',
  '/llms.txt',
  '/api/products',
  '/api/products/pure-bloom',
  '/api/products/pure-bloom/reviews',
  '/api/reviews',
  '/api/reviews?product=brand',
  '/api/suggestions?q=rose',
  '/uploads/0123456789abcdef0123-480.avif',
]

test.runIf(isPostgres)('reports a lost database, keeps serving cached pages, and recovers on its own', async () => {
  const shop = await createTestShop(database.current)
  await shop.app.request('/ingredients')
  await shop.app.request('/reviews')
  // Refuses every connection until the database's name is restored.
  const [{ name } = { name: '' }] = (await database.current.withConnection((connection) =>
    connection.rows('select current_database() as name'),
  )) as { name: string }[]
  const away = await disconnect(name)
  // A page that shows nothing but products could be rendered from memory.
  shop.services.productMemory.invalidate()

  for (const [path, message] of Object.entries(FAILURES)) {
    const response = await shop.app.request(path)
    expect(response.status, path).toBe(503)
    expect(response.headers.get('cache-control'), path).toMatch(/^(private, )?no-store$/)
    expect(response.headers.get('retry-after'), path).toBe('5')
    const text = await response.text()
    expect(text, path).toContain(message)
    expect(text, path).not.toMatch(INSIDES)
  }
  for (const path of READS) {
    const response = await shop.app.request(path)
    const text = await response.text()
    expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '5'])
    expect(JSON.parse(text), path).toEqual({ error: { code: 'internal', message: MESSAGES.internal } })
  }
  for (const path of ['/robots.txt', '/api/openapi.json', '/.well-known/security.txt', '/manifest.webmanifest'])
    expect((await shop.app.request(path)).status, path).toBe(200)
  for (const path of ['/ingredients', '/reviews', '/about', '/contact', '/routine-guide']) {
    expect((await shop.app.request(path)).status, path).toBe(200)
  }
  expect((await shop.app.request('/readyz')).status).toBe(503)
  expect((await shop.app.request('/healthz')).status).toBe(200)

  await away.giveBack()
  await expect.poll(async () => (await shop.app.request('/facial-serums')).status).toBe(200)
  expect((await shop.app.request('/readyz')).status).toBe(200)
})

async function disconnect(name: string) {
  const admin = openPostgres({ url: `${inject('databaseTemplate')}/postgres` })
  const exec = (statements: string) => admin.withConnection((connection) => connection.exec(statements))
  await exec(`alter database ${name} allow_connections false`)
  await exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return {
    giveBack: async () => {
      await exec(`alter database ${name} allow_connections true`)
      await admin.close()
    },
  }
}
