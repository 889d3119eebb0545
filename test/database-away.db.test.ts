import { expect, inject, test } from 'vitest'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()

const FAILURES = {
  '/': 'Failed to load products',
  '/shop-all': 'Failed to load products',
  '/shop-all?search=rose': 'Failed to load products',
  '/facial-serums': 'Failed to load facial serums',
  '/focus-care': 'Failed to load products. Please try again.',
  '/body-hair': 'Failed to load body &amp; hair products',
  '/product-guide': 'Failed to load products',
  '/products/pure-bloom': 'Failed to load product',
}

test.runIf(isPostgres)('reports a lost database, keeps serving cached pages, and recovers on its own', async () => {
  const shop = await createTestShop(database.current)
  await shop.app.request('/ingredients')
  await shop.app.request('/reviews')
  // Refuses every connection until the database's name is restored.
  const [{ name } = { name: '' }] = (await database.current.withConnection((connection) =>
    connection.rows('select current_database() as name'),
  )) as { name: string }[]
  const away = await disconnect(name)

  for (const [path, message] of Object.entries(FAILURES)) {
    const response = await shop.app.request(path)
    expect(response.status, path).toBe(503)
    expect(response.headers.get('cache-control'), path).toMatch(/^(private, )?no-store$/)
    expect(await response.text(), path).toContain(message)
  }
  // A page without a fallback shows the router's error screen, with no details.
  const failure = await shop.app.request('/privacy-policy')
  expect(failure.status).toBe(500)
  const screen = await failure.text()
  expect(screen).toContain('Unexpected Application Error!')
  expect(screen).not.toMatch(/postgres|ECONN|at .*\.js:|not currently accepting/)
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
