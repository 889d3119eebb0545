import { expect, test } from 'vitest'
import { openPayingShop } from './paying-shop.ts'
import { randomLooking } from './production-environment.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
const OLD = randomLooking('the old key')
const NEW = randomLooking('the new key')

const before = { SECRET_KEY: OLD }
const during = { SECRET_KEY: NEW, SECRET_KEY_OLD: OLD }
const after = { SECRET_KEY: NEW }

test('links sent before the key changed work until the old key is removed', async () => {
  const shop = await openPayingShop(database.current, before)
  const { body } = await shop.pay()
  await shop.end()
  const path = body.orderPath ?? ''
  expect(path).toMatch(/^\/order\/[\w-]+$/)
  const visit = async (environment: Record<string, string>) =>
    (await (await createTestShop(database.current, environment)).app.request(path)).status
  expect(await visit(before)).toBe(200)
  expect(await visit(during)).toBe(200)
  expect(await visit(after)).toBe(404)
})

test('new links are made with the new key alone', async () => {
  const shop = await openPayingShop(database.current, during)
  const { body } = await shop.pay()
  await shop.end()
  const visit = async (environment: Record<string, string>) =>
    (await (await createTestShop(database.current, environment)).app.request(body.orderPath ?? '')).status
  expect(await visit(after)).toBe(200)
  expect(await visit(before)).toBe(404)
})

test('accepts reviews, tickets and encrypted secrets made with the old key, but no forged ones', async () => {
  const [old, both, current] = await Promise.all(
    [before, during, after].map(async (environment) => (await createTestShop(database.current, environment)).services),
  )
  const proof =
    new URL(old?.reviewLinks.pathFor('BLM-1', 'pure-bloom') ?? '', 'http://shop').searchParams.get('proof') ?? ''
  expect([both, current].map((each) => each?.reviewLinks.isGenuine(proof, 'BLM-1', 'pure-bloom'))).toEqual([
    true,
    false,
  ])
  expect(both?.reviewLinks.isGenuine(proof, 'BLM-2', 'pure-bloom')).toBe(false)
  const ticket = old?.tickets.issue() ?? ''
  expect([both, current].map((each) => each?.tickets.ageOf(ticket) !== undefined)).toEqual([true, false])
  expect(both?.tickets.ageOf(`${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined()
  expect(both?.carrier.accounts.webhookSecrets).toEqual([
    ...(current?.carrier.accounts.webhookSecrets ?? []),
    ...(old?.carrier.accounts.webhookSecrets ?? []),
  ])
})
