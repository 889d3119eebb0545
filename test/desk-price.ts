import { expect } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createTestDesk } from './test-desk.ts'

const PRODUCT = '/admin/catalogue/products/pure-bloom'

/** Saves a different price for Pure Bloom at the desk, as the owner. */
export async function changePriceAtDesk(database: Database, price: string): Promise<void> {
  const desk = createTestDesk(database)
  const cookie = await desk.signIn('owner')
  const html = await (await desk.request(PRODUCT, { cookie })).text()
  const form = html.slice(html.indexOf(`action="${PRODUCT}/prices"`))
  const expectedVersion = /name="expectedVersion" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const response = await desk.request(`${PRODUCT}/prices`, {
    cookie,
    form: { kind: 'sized', price1oz: price, price2oz: '34.00', price4oz: '', expectedVersion },
  })
  expect(response.status).toBe(303)
}
