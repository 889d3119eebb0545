import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { drain } from '#test/drain-queue.ts'
import {
  EMULATOR_CREDENTIALS,
  type EmulatorOptions,
  startTestEmulator,
  type TestEmulator,
} from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createAccountWatch } from './account-check.worker.ts'

const database = useTestDatabase()
const { square: settings } = readEnv({ NODE_ENV: 'test' })
const WEBHOOK = { url: settings.webhookUrl, signatureKey: settings.webhookSignatureKey }
const SCREEN = '/admin/settings/payments'
let square: TestEmulator

async function open(options: EmulatorOptions = {}) {
  square = await startTestEmulator({ webhook: WEBHOOK, ...options })
  return createTestDesk(database.current, { squareUrl: square.address })
}

beforeEach(async () => {
  await database.current.withConnection((connection) =>
    connection.rows(`delete from settings where key = 'square_account_check'`),
  )
})
afterEach(() => square.close())

async function verdictsOf(desk: Awaited<ReturnType<typeof open>>) {
  const { findings } = await desk.parts.desk.accountCheck.checkAndRecord()
  return Object.fromEntries(findings.map(({ subject, verdict }) => [subject, verdict]))
}

const RIGHT = { token: 'right', application: 'right', location: 'right', currency: 'right', webhook: 'right' }

test('asks Square about everything the settings say about the account', async () => {
  expect(await verdictsOf(await open())).toEqual(RIGHT)
})

const MISMATCHES: [string, EmulatorOptions, object][] = [
  [
    'another access token',
    { accessToken: 'somebody-else' },
    { token: 'wrong', application: 'unknown', location: 'unknown', currency: 'unknown', webhook: 'unknown' },
  ],
  ['another application', { applicationId: 'sandbox-sq0idb-other' }, { ...RIGHT, application: 'wrong' }],
  ['another location', { locationId: 'LELSEWHERE' }, { ...RIGHT, location: 'wrong', currency: 'unknown' }],
  ['another currency', { currency: 'CAD' }, { ...RIGHT, currency: 'wrong' }],
  ['no webhook', { webhook: undefined }, { ...RIGHT, webhook: 'wrong' }],
  ['a webhook to another address', { webhook: { ...WEBHOOK, url: `${WEBHOOK.url}/` } }, { ...RIGHT, webhook: 'wrong' }],
  ['another signature key', { webhook: { ...WEBHOOK, signatureKey: 'another-key' } }, { ...RIGHT, webhook: 'wrong' }],
]

test.each(MISMATCHES)('%s is found', async (_what, options, verdicts) => {
  expect(await verdictsOf(await open(options))).toEqual(verdicts)
})

test.each(['hang', '500-before', '429', 'reset-before', 'html-200', 'truncated-json'] as const)(
  'treats %s from Square as unknown, not as a mismatch',
  async (fault) => {
    const desk = await open()
    for (const path of ['/v2/locations', '/v2/webhooks', '/oauth2/token/status'])
      await square.setFault(fault, { path, count: 2 })
    expect(new Set(Object.values(await verdictsOf(desk)))).toEqual(new Set(['unknown']))
  },
)

test('alerts the owner once when the account changes, and resolves the alert when it is right again', async () => {
  const rows = () =>
    database.current.withConnection((connection) =>
      connection.rows(`select kind, resolved_at is null as is_open from alerts where kind = 'square-account'`),
    )
  const wrong = await open({ currency: 'CAD' })
  await verdictsOf(wrong)
  await verdictsOf(wrong)
  expect(await rows()).toEqual([{ kind: 'square-account', is_open: true }])
  await square.close()
  await verdictsOf(wrong)
  expect(await rows(), 'silence says nothing').toEqual([{ kind: 'square-account', is_open: true }])
  await verdictsOf(await open())
  expect(await rows()).toEqual([{ kind: 'square-account', is_open: false }])
})

test('the shop asks again while it is open', async () => {
  const desk = await open()
  const { accountCheck, goLive } = desk.parts.desk
  expect(await drain(createAccountWatch(database.current, accountCheck, goLive))).toBe(1)
  expect((await accountCheck.latest()).check?.findings).toHaveLength(5)
})

test('the desk shows it only to owners, with the last webhook, and can check again', async () => {
  const desk = await open({ webhook: { ...WEBHOOK, signatureKey: 'another-key' } })
  const owner = await desk.signIn('owner')
  const before = await (await desk.request(SCREEN, { cookie: owner })).text()
  expect(before).toContain('Not checked yet.')
  expect(before).toContain('None received in the last 90 days.')
  expect(before).toContain('The emulator on this machine')
  await database.current.withConnection((connection) =>
    connection.rows(`insert into webhook_events (event_id, type, body, received_at) values
      ('an event of Square', 'payment.updated', '{}', '2026-11-02T20:05:00Z'),
      ('money-check:found by us', 'payment.found', '{}', '2026-11-03T20:05:00Z')`),
  )
  const checked = await desk.request(`${SCREEN}/check`, { cookie: owner, form: {} })
  expect(checked.headers.get('location')).toBe(SCREEN)
  const after = await (await desk.request(SCREEN, { cookie: owner })).text()
  expect(after).toContain('SQUARE_WEBHOOK_SIGNATURE_KEY is not the key of')
  expect(after).toContain('Fix this')
  expect(after).toContain('Nov 2, 2026, 1:05')
  for (const secret of [EMULATOR_CREDENTIALS.accessToken, 'another-key', WEBHOOK.signatureKey])
    expect(after).not.toContain(secret)
  for (const role of ['staff', 'read-only'] as const) {
    const refused = await desk.request(SCREEN, { cookie: await desk.signIn(role) })
    expect(refused.status).toBe(403)
  }
})
