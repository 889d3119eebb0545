import { beforeEach, expect, test } from 'vitest'
import { GO_LIVE_TEXTS } from '#desk/views/payments/go-live-card.tsx'
import { ACCOUNT_SUBJECTS } from '#domain/money/account-check.ts'
import { GO_LIVE_STEPS } from '#domain/money/go-live.ts'
import { POLICY_SLUGS } from '#domain/policies/policy.ts'
import { BACKUP_STATUS_KEY } from '#server/backup/backup-status.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { readGuide } from './go-live-guide.ts'

const database = useTestDatabase()
const CARD = '<ol class="steps">'

function sql(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeEach(async () => {
  await sql(`delete from settings`)
  await sql(`delete from webhook_events`)
  await sql(`delete from refunds`)
  await sql(`delete from payment_attempts`)
  await sql(`delete from policies`)
  await sql(`delete from operator_passkeys`)
})

/** Not the emulator's address, which would mean that there is nothing to go live with. Nobody is asked anything. */
const WALLETS = { WALLETS: 'on' }
const OWN_ADDRESS = { SHOP_ADDRESS: '7 Garden Way, Logan, UT 84321' }

function openDesk(
  squareEnvironment: 'sandbox' | 'production' = 'sandbox',
  environment: Record<string, string> = OWN_ADDRESS,
) {
  return createTestDesk(database.current, { squareUrl: 'https://square.example', squareEnvironment, environment })
}

type Desk = ReturnType<typeof openDesk>

async function pageOf(desk: Desk, path: string, role: 'owner' | 'staff' = 'owner'): Promise<string> {
  return (await desk.request(path, { cookie: await desk.signIn(role) })).text()
}

/** The steps of the card that are open, by their titles. */
async function openSteps(desk: Desk): Promise<string[]> {
  const html = await pageOf(desk, '/admin')
  const [, card = ''] = /<ol class="steps">(.*?)<\/ol>/s.exec(html) ?? []
  return GO_LIVE_STEPS.filter((step) => {
    const { title } = GO_LIVE_TEXTS[step]
    const line = card.split('<li>').find((each) => each.includes(title))
    return line !== undefined && !line.includes('Done')
  })
}

async function checkAccount(verdict: 'right' | 'wrong'): Promise<void> {
  const findings = Object.keys(ACCOUNT_SUBJECTS).map((subject) => ({ subject, verdict, sentence: 'So it is.' }))
  await sql(
    `insert into settings (key, value, changed_at) values ('square_account_check', $1, now())
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ checkedAt: new Date(), findings })],
  )
}

async function receiveWebhook(): Promise<void> {
  await sql(`insert into webhook_events (event_id, type, body) values ('of Square', 'payment.updated', '{}')`)
}

let orderCount = 0
async function pay(state: string): Promise<void> {
  orderCount += 1
  const digits = 'ABCDEFGH'.charAt(orderCount).repeat(4)
  await sql(
    `with bought as (
       insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
         state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
       values ('BLM-22222222-' || $1::text, gen_random_uuid()::text, 'hash', 'paid', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield',
         '1 Main St', 'Provo', 'UT', '84601', 5000, 0, 0, 0, 0, 5000) returning id)
     insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until)
     select gen_random_uuid(), id, 1, $2, 'hash of ' || $1::text, 5000, now() from bought`,
    [digits, state],
  )
}

async function refund(state: string): Promise<void> {
  await sql(
    `insert into refunds (id, attempt_id, amount_cents, reason, state)
     select gen_random_uuid(), id, 500, 'Test', $1 from payment_attempts where state = 'succeeded' limit 1`,
    [state],
  )
}

async function addPasskey(desk: Desk, role: 'owner' | 'staff'): Promise<void> {
  await desk.signIn(role)
  await sql(
    `insert into operator_passkeys (id, operator_id, name, public_key, counter, transports, created_at)
     select 'key of ' || $1::text, id, 'Phone', 'x', 0, '{}', now() from operators where role = $1 limit 1`,
    [role],
  )
}

async function publish(...slugs: string[]): Promise<void> {
  for (const slug of slugs)
    await sql(
      `insert into policies (slug, body_markdown, author, created_at, changed_at, published_at) values ($1, 'Ours', 'Ana', now(), now(), now())`,
      [slug],
    )
}

async function backUp(newest: { name: string; at: Date; bytes: number } | null): Promise<void> {
  await sql(
    `insert into settings (key, value, changed_at) values ('${BACKUP_STATUS_KEY}', $1, now())
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ since: new Date(), newest, problem: null })],
  )
}

/** What needs no Square. */
async function setUpShop(desk: Desk): Promise<void> {
  await addPasskey(desk, 'owner')
  await publish(...POLICY_SLUGS)
  await backUp({ name: 'backup', at: new Date(), bytes: 1 })
}

async function doEverything(desk: Desk = openDesk()): Promise<void> {
  await setUpShop(desk)
  await checkAccount('right')
  await receiveWebhook()
  await pay('succeeded')
  await refund('completed')
}

test('with the emulator has the steps without Square, which neither ends nor begins the list with Square', async () => {
  const emulated = createTestDesk(database.current)
  expect(await openSteps(emulated)).toEqual(['passkey', 'address', 'policies', 'order', 'refund', 'backup'])
  const html = await pageOf(emulated, '/admin')
  expect(html).toContain('0 of 6 done, about 27 min left')
  expect(html).toContain('<progress class="step-progress" value="0" max="6"')
  await setUpShop(emulated)
  await pay('succeeded')
  await refund('completed')
  const own = createTestDesk(database.current, { environment: OWN_ADDRESS })
  await own.parts.desk.goLive.noteIfDone()
  expect(await pageOf(own, '/admin')).not.toContain(CARD)
  expect(await openSteps(openDesk())).toEqual(['account', 'webhook', 'live'])
})

test('comes first on the first day, in place of empty charts, also for staff', async () => {
  await sql(`delete from orders`)
  const desk = openDesk()
  const html = await pageOf(desk, '/admin')
  expect(html).toContain('Your first day · ')
  expect(html.indexOf('Open for business')).toBeLessThan(html.indexOf('Needs you'))
  expect(html).toContain('Your numbers start with the first order')
  expect(html).not.toMatch(/chart-tile|Sales today/)
  expect(await pageOf(desk, '/admin', 'staff')).not.toMatch(/chart-tile|Sales today/)
  await pay('succeeded')
  await sql(`update orders set paid_at = now()`)
  // An open page gets the numbers as they arrive.
  const cookie = await desk.signIn('owner')
  const parts = await (await desk.request('/admin', { cookie, parts: 'sales-today,analytics' })).text()
  expect(parts).toMatch(/id="sales-today".*Sales today.*id="analytics".*chart-tile/s)
  const later = await pageOf(desk, '/admin')
  expect(later).not.toContain('first day')
  expect(later.indexOf('Needs you')).toBeLessThan(later.indexOf('Finish setting up'))
})

test('begins with steps that do not need Square, each ticked off as it happens', async () => {
  await checkAccount('right')
  await receiveWebhook()
  await pay('succeeded')
  await refund('completed')
  const example = openDesk('production', {})
  expect(await openSteps(example)).toEqual(['passkey', 'address', 'policies', 'backup'])
  const desk = openDesk('production')
  expect(await openSteps(desk)).toEqual(['passkey', 'policies', 'backup'])
  await addPasskey(desk, 'staff')
  expect(await openSteps(desk)).toContain('passkey')
  await addPasskey(desk, 'owner')
  const [one = '', ...others] = POLICY_SLUGS
  await publish(one, one, one)
  await backUp(null)
  expect(await openSteps(desk)).toEqual(['policies', 'backup'])
  await publish(...others)
  expect(await openSteps(desk)).toEqual(['backup'])
  await backUp({ name: 'backup', at: new Date(), bytes: 1 })
  expect(await pageOf(desk, '/admin')).not.toContain(CARD)
})

test('ticks each step off as it happens, and not before', async () => {
  const desk = openDesk()
  await setUpShop(desk)
  expect(await openSteps(desk)).toEqual(['account', 'order', 'webhook', 'refund', 'live'])
  await checkAccount('wrong')
  expect(await openSteps(desk)).toContain('account')
  await checkAccount('right')
  expect(await openSteps(desk)).toEqual(['order', 'webhook', 'refund', 'live'])
  await receiveWebhook()
  await pay('declined')
  expect(await openSteps(desk)).toEqual(['order', 'refund', 'live'])
  await pay('succeeded')
  await refund('pending')
  expect(await openSteps(desk)).toEqual(['refund', 'live'])
  await refund('completed')
  expect(await openSteps(desk)).toEqual(['live'])
})

test('asks for Apple’s file only where wallets are shown', async () => {
  await doEverything()
  expect(await openSteps(openDesk('sandbox', { ...OWN_ADDRESS, ...WALLETS }))).toEqual(['wallets', 'live'])
  const desk = openDesk('production', { ...OWN_ADDRESS, ...WALLETS })
  expect(await openSteps(desk)).toEqual(['wallets'])
  const form = async (file: string) => ({ cookie: await desk.signIn('owner'), form: { file } })
  await desk.request('/admin/settings/payments/apple-file', await form('7B2276657273696F6E223A31'.repeat(40)))
  await desk.request('/admin/settings/payments/apple-file', await form(''))
  expect(await openSteps(desk)).toEqual(['wallets'])
  await desk.request('/admin/settings/payments/apple-file', await form('7B2276657273696F6E223A31'.repeat(40)))
  expect(await openSteps(desk)).toEqual([])
})

test('disappears once everything is done, and stays gone if something breaks later', async () => {
  const desk = openDesk('production')
  await doEverything()
  expect(await pageOf(desk, '/admin')).not.toContain(CARD)
  await checkAccount('wrong')
  expect(await pageOf(desk, '/admin'), 'not noted yet').toContain(CARD)
  await desk.parts.desk.goLive.noteIfDone()
  expect(await pageOf(desk, '/admin'), 'was not done').toContain(CARD)
  await checkAccount('right')
  await desk.parts.desk.goLive.noteIfDone()
  await checkAccount('wrong')
  await sql(`delete from webhook_events`)
  expect(await pageOf(desk, '/admin')).not.toContain(CARD)
  const noted = () => sql(`select value, changed_at from settings where key = 'go_live'`)
  const before = await noted()
  expect(before).toMatchObject([{ value: { end: 'done' } }])
  await checkAccount('right')
  await receiveWebhook()
  await desk.parts.desk.goLive.noteIfDone()
  expect(await noted(), 'noted once').toEqual(before)
})

test('is shown only to the owner, who can dismiss it, which is logged', async () => {
  const desk = openDesk()
  expect(await pageOf(desk, '/admin', 'staff')).not.toContain(CARD)
  const refused = await desk.request('/admin/go-live/dismiss', { cookie: await desk.signIn('staff'), form: {} })
  expect(refused.status).toBe(403)
  expect(await pageOf(desk, '/admin')).toContain(CARD)
  const cookie = await desk.signIn('owner')
  await desk.request('/admin/go-live/dismiss', { cookie, form: {} })
  await desk.request('/admin/go-live/dismiss', { cookie, form: {} })
  expect(await pageOf(desk, '/admin')).not.toContain(CARD)
  expect(await pageOf(desk, '/admin/settings/payments'), 'the guide can still be found').toContain('/admin/go-live"')
  const log = await sql(
    `select subject_kind, subject_id, before, after from audit_log where action = 'go-live.dismiss'`,
  )
  expect(log).toEqual([{ subject_kind: 'setting', subject_id: 'go_live', before: null, after: { end: 'dismissed' } }])
})

test('explains every step at the desk itself, without a link into the repository', async () => {
  const html = await pageOf(openDesk(), '/admin/go-live')
  const sections = GO_LIVE_STEPS.flatMap((step) => GO_LIVE_TEXTS[step].section ?? [])
  expect(sections).toHaveLength(6)
  for (const section of sections) expect(html).toContain(`id="${section}"`)
  expect(html).toContain('4111 1111 1111 1111')
  expect(html).not.toMatch(/href="(?!\/|#|https:)|decisions\/|docs\//)
  const explained = readGuide().sections.filter(({ title }) => /^[1-7]\./.test(title))
  expect(explained).toHaveLength(7)
  for (const { title, html: text } of explained) expect(text, title).toContain('If something’s wrong')
})
