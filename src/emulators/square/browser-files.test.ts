import { Script } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEmulator, type TestEmulator } from '#test/square-emulator.ts'

let emulator: TestEmulator

beforeAll(async () => {
  emulator = await startTestEmulator({ shopOrigins: ['http://localhost:3000', 'http://localhost:3210'] })
})

afterAll(() => emulator.close())

async function policyOf(path: string): Promise<string> {
  return (await fetch(emulator.address + path)).headers.get('content-security-policy') ?? ''
}

test('only the shop may frame the form, and no page when it is blocked', async () => {
  expect(await policyOf('/v1/card-frame.html')).toContain('frame-ancestors http://localhost:3000 http://localhost:3210')
  await emulator.setFault('frame-blocked')
  expect(await policyOf('/v1/card-frame.html')).toContain("frame-ancestors 'none'")
  expect(await policyOf('/v1/card-frame.html')).not.toContain("frame-ancestors 'none'")
})

test('serves the script as one classic file, and can leave it out', async () => {
  const script = await (await fetch(`${emulator.address}/v1/square.js`)).text()
  expect(script).not.toMatch(/^(import|export) /m)
  expect(() => new Script(script)).not.toThrow()
  await emulator.setFault('script-404')
  expect((await fetch(`${emulator.address}/v1/square.js`)).status).toBe(404)
  expect((await fetch(`${emulator.address}/v1/square.js`)).status).toBe(200)
})

test('serves only its own files', async () => {
  expect((await fetch(`${emulator.address}/v1/..%2fapp.ts`)).status).toBe(404)
  expect((await fetch(`${emulator.address}/v1/sdk`)).status).toBe(404)
  expect((await fetch(`${emulator.address}/v1/card-numbers.test.ts`)).status).toBe(404)
})

test('returns no token to a page of another origin', async () => {
  const ask = (origin: string) =>
    fetch(`${emulator.address}/v1/tokens`, { method: 'POST', headers: { origin }, body: '{}' })
  expect((await ask('http://localhost:3000')).status).toBe(403)
  expect((await ask('null')).status).toBe(403)
  expect((await ask(emulator.address)).status).toBe(200)
})

test('the page for people lists what was paid and what to type', async () => {
  await fetch(`${emulator.address}/v2/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer emulator-access-token' },
    body: JSON.stringify({
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: 'home',
      amount_money: { amount: 1205, currency: 'USD' },
      reference_id: '<b>BLM-1',
    }),
  })
  const page = await (await fetch(emulator.address)).text()
  expect(page).toContain('$12.05')
  expect(page).toContain('&lt;b&gt;BLM-1')
  expect(page).toContain('4000 0000 0000 9029')
})
