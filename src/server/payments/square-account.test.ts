import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskAccount, createAskAccount } from './square-account.ts'

const WEBHOOK = 'https://bloomera.example/webhooks/square'
const TIMEOUT_MS = 5000

/** A fake Square with scripted responses by path, including ones that the emulator never gives. */
let server: Server
let ask: AskAccount
let answers: Record<string, { status?: number; body: unknown }>
let asked: string[]

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://square.example')
    asked.push(`${request.url}`)
    const { status = 200, body } = answers[pathname] ?? { status: 404, body: { errors: [] } }
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ask = createAskAccount({
    baseUrl: `http://127.0.0.1:${port}`,
    accessToken: 'token',
    locationId: 'L',
    webhookUrl: WEBHOOK,
    webhookSignatureKey: 'our key',
  })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const TOKEN = '/oauth2/token/status'
const LOCATION = '/v2/locations/L'
const WEBHOOKS = '/v2/webhooks/subscriptions'

const ours = { id: 's-1', enabled: true, event_types: ['payment.updated'], notification_url: WEBHOOK }

beforeEach(() => {
  asked = []
  answers = {
    [TOKEN]: { body: { client_id: 'app', merchant_id: 'M', expires_at: '2026-12-01T00:00:00Z' } },
    [LOCATION]: {
      body: { location: { id: 'L', status: 'ACTIVE', currency: 'USD', capabilities: ['CREDIT_CARD_PROCESSING'] } },
    },
    [WEBHOOKS]: { body: { subscriptions: [ours, { ...ours, id: 's-2', notification_url: `${WEBHOOK}/` }] } },
    [`${WEBHOOKS}/s-1`]: { body: { subscription: { ...ours, signature_key: 'our key' } } },
  }
})

test('reads the token, the location and the webhooks for our address', async () => {
  expect(await ask(TIMEOUT_MS)).toEqual({
    token: { known: { applicationId: 'app', expiresAt: new Date('2026-12-01T00:00:00Z') } },
    location: { known: { isActive: true, currency: 'USD', takesCards: true } },
    webhooks: { known: [{ isEnabled: true, eventTypes: ['payment.updated'], hasOurKey: true }] },
  })
  // A disabled one has to be found as well, to be named.
  expect(asked).toContain(`${WEBHOOKS}?include_disabled=true`)
})

test('reads an account that is not ready, or says less', async () => {
  answers[TOKEN] = { body: { merchant_id: 'M' } }
  answers[LOCATION] = { body: { location: { id: 'L', status: 'INACTIVE', currency: 'CAD', capabilities: [] } } }
  answers[WEBHOOKS] = { body: { subscriptions: [{ id: 's-1', notification_url: WEBHOOK }] } }
  answers[`${WEBHOOKS}/s-1`] = { body: { subscription: { ...ours, signature_key: 'another key' } } }
  expect(await ask(TIMEOUT_MS)).toEqual({
    token: { known: { applicationId: undefined, expiresAt: undefined } },
    location: { known: { isActive: false, currency: 'CAD', takesCards: false } },
    webhooks: { known: [{ isEnabled: false, eventTypes: [], hasOurKey: false }] },
  })
  answers[LOCATION] = { body: { location: { id: 'L', status: 'ACTIVE' } } }
  answers[`${WEBHOOKS}/s-1`] = { body: { subscription: ours } }
  expect(await ask(TIMEOUT_MS)).toMatchObject({
    location: { known: { isActive: true, currency: undefined, takesCards: undefined } },
    webhooks: { known: [{ hasOurKey: undefined }] },
  })
  answers[TOKEN] = { body: { client_id: 'app' } }
  answers[WEBHOOKS] = { body: {} }
  expect(await ask(TIMEOUT_MS)).toMatchObject({
    token: { known: { applicationId: 'app' } },
    webhooks: { known: [] },
  })
})

test.each([
  [401, { refused: 'token' }],
  [403, { refused: 'permission' }],
  [404, { refused: 'missing' }],
  [400, { away: true }],
  [429, { away: true }],
  [500, { away: true }],
])('says why there is no answer: HTTP %i', async (status, why) => {
  for (const path of Object.keys(answers)) answers[path] = { status, body: { errors: [] } }
  expect(await ask(TIMEOUT_MS)).toEqual({ token: why, location: why, webhooks: why })
  // Once each, and not again at once.
  expect(asked).toHaveLength(3)
})

test('takes the page of a proxy for no answer, and an answer for one even if another fails', async () => {
  answers[TOKEN] = { body: '<title>Sign in</title>' }
  answers[WEBHOOKS] = { body: '<title>Sign in</title>' }
  expect(await ask(TIMEOUT_MS)).toMatchObject({
    token: { away: true },
    location: { known: { isActive: true } },
    webhooks: { away: true },
  })
  answers[LOCATION] = { body: {} }
  expect(await ask(TIMEOUT_MS)).toMatchObject({ location: { away: true } })
})
