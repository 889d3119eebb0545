/** What pages say about the shop is true, in the current configuration and with the current figures. */
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()

async function ask(path: string, environment: Record<string, string>): Promise<Response> {
  const { app } = await createTestShop(database.current, environment)
  return app.request(path, { headers: { host: new URL(environment.PUBLIC_URL ?? 'http://localhost').host } })
}

async function pageOf(path: string, environment: Record<string, string>): Promise<string> {
  return (await ask(path, environment)).text()
}

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

test('the privacy page names the third parties that checkout loads, depending on the configuration', async () => {
  const production = await pageOf('/privacy-policy', PRODUCTION_ENVIRONMENT)
  expect(production).toContain('web.squarecdn.com')
  for (const party of ['cloudfront.net', 'ingest.sentry.io', 'Your bank']) expect(production).toContain(party)
  for (const wrong of ['pay.google.com', 'test shop', 'sandbox', 'No page loads anything'])
    expect(production).not.toContain(wrong)

  expect(await pageOf('/privacy-policy', { ...PRODUCTION_ENVIRONMENT, WALLETS: 'on' })).toContain('pay.google.com')

  const emulated = await pageOf('/privacy-policy', { EMULATOR_PORT: '4321' })
  expect(emulated).toContain('web.localhost:4321')
  for (const wrong of ['squarecdn.com', 'sentry.io', 'cloudfront.net']) expect(emulated).not.toContain(wrong)
})

test('the browser may only connect to parties named on the privacy page', async () => {
  const environments: Record<string, string>[] = [
    PRODUCTION_ENVIRONMENT,
    { ...PRODUCTION_ENVIRONMENT, WALLETS: 'on' },
    {},
  ]
  for (const environment of environments) {
    const response = await ask('/privacy-policy', environment)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    for (const [, named = ''] of policy.matchAll(/https?:\/\/([\w.:-]+)/g)) {
      const owner = named
        .split('.')
        .slice(named.includes('.localhost') ? -1 : -2)
        .join('.')
      const isSquares = owner === 'squarecdn.com' || owner === 'squareup.com' || owner === 'squareupsandbox.com'
      expect(html, named).toContain(isSquares ? 'squarecdn.com' : owner)
    }
  }
})

test('a shop without sales, stock counts and reviews shows no badge that would claim them', async () => {
  await sql('delete from reviews')
  await sql('delete from stock_levels')
  const { app } = await createTestShop(database.current)
  await eventually(async () => !(await (await app.request('/')).text()).includes('Customer Favorite'))
  const html = await (await app.request('/')).text()
  expect(html).toContain('Staff Pick')
  expect(html).toContain('Forever Skin Serum')
  for (const claim of ['Best Seller', 'Low Stock', 'Customer Favorite']) expect(html).not.toContain(claim)
})
