import { createHook } from 'node:async_hooks'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operator } from '#domain/operators/operator.ts'
import { createSharedLimits } from '#server/platform/http/shared-limits.ts'
import { eventually } from '#test/eventually.ts'
import { createQuickHasher } from '#test/quick-hasher.ts'
import { recordStatements } from '#test/recorded-statements.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk, TEST_SECRET_KEY } from '#test/test-desk.ts'
import { WIDE_LIMITS } from '#test/wide-limits.ts'
import { deskLinkToken } from './desk-link-token.ts'
import { TALLIES } from './sign-in-tries.ts'

const PASSWORD = 'mossy kettle vivid'
const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let ana: { operator: Operator; session: string; device: string }

/** A frozen clock, because on a slow machine a pause would be over before its test. */
let clock = 0
let passwordHash = ''

beforeAll(async () => {
  passwordHash = await createQuickHasher().hash(PASSWORD)
})

beforeEach(async () => {
  clock = Date.now()
  // A new desk for each test: some limits are in memory.
  desk = createTestDesk(database.current, { now: () => new Date(clock) })
  await rows('delete from sign_in_failures')
  await rows(`delete from outbox`)
  await rows(`delete from settings`)
  ana = await arrive()
  await rows('insert into operator_passwords (operator_id, hash) values ($1, $2)', [ana.operator.id, passwordHash])
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

function cookieOf(response: Response, name: string): string {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return set?.split(';')[0] ?? ''
}

const both = ({ session, device }: { session: string; device: string }) => `${session}; ${device}`

/** A new owner, signed in by a link. */
async function arrive(role: 'owner' | 'staff' = 'owner') {
  const actor = { operatorId: null, actor: 'test' }
  const added = await desk.parts.desk.operators.add(`${crypto.randomUUID()}@garden.example`, role, actor)
  if (!added.ok) throw new Error(added.code)
  const opened = await desk.request(`/admin/link/${added.token}`, { form: {} })
  return { operator: added.operator, session: cookieOf(opened, 'desk'), device: cookieOf(opened, 'desk-device') }
}

function attempt(email: string, password: string, address: string, cookie?: string): Promise<Response> {
  return desk.request('/admin/sign-in', { form: { email, password, next: '/admin/reviews' }, address, cookie })
}

async function outcomes(email: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let address = 1; address <= 12; address += 1)
    for (let tries = 0; tries < 12; tries += 1) {
      const { status } = await attempt(email, 'a wrong guess', `10.8.${address}.1`)
      counts[status] = (counts[status] ?? 0) + 1
    }
  return counts
}

/** As if the account had been attacked from many addresses for hours. */
async function exhaust(email: string): Promise<void> {
  const [, account] = TALLIES.stranger('', email)
  await rows('insert into sign_in_failures (key, failures, last_at) values ($1, 40, $2)', [account?.key, minutesAgo(0)])
}

const minutesAgo = (minutes: number) => new Date(clock - minutes * 60_000).toISOString()

/** Sets when the operator last confirmed their identity, and until when that counts. */
async function setConfirmed(who: { operator: Operator }, confirmedAt: string, freshUntil: string): Promise<void> {
  await rows('update operator_sessions set confirmed_at = $2, fresh_until = $3 where operator_id = $1', [
    who.operator.id,
    confirmedAt,
    freshUntil,
  ])
}

/** The last confirmation has expired. */
const age = (who: { operator: Operator }) => setConfirmed(who, minutesAgo(11), minutesAgo(1))

async function mailsTo({ operator }: { operator: Operator }): Promise<unknown[]> {
  const found = await rows(`select payload->>'event' as event from outbox where recipient = $1 order by created_at`, [
    operator.email,
  ])
  return found.map(({ event }) => event)
}

let linkRequests = 0

/** Requests a link at the sign-in page, each time from another address, and reads it from the email. */
async function emailedToken(who: { operator: Operator }): Promise<string> {
  const find = async () =>
    (await rows(`select payload->>'linkId' as id from outbox where recipient = $1 and template = 'desk-link'`, [
      who.operator.email,
    ])) as { id: string }[]
  const before = (await find()).length
  linkRequests += 1
  const response = await desk.request('/admin/sign-in/link', {
    form: { email: who.operator.email },
    address: `10.7.${linkRequests}.1`,
  })
  expect(response.status).toBe(200)
  await eventually(async () => (await find()).length > before)
  return deskLinkToken(TEST_SECRET_KEY, (await find()).at(-1)?.id ?? '')
}

async function printCodes(who: { session: string; device: string }): Promise<string[]> {
  const page = await desk.request('/admin/account/recovery-codes', { cookie: both(who), form: {} })
  return [...(await page.text()).matchAll(/<li>([\dA-Z-]{19})<\/li>/g)].map(([, code = '']) => code)
}

async function addPasskey({ operator }: { operator: Operator }, id: string = crypto.randomUUID()): Promise<void> {
  await rows(`insert into operator_passkeys (id, operator_id, name, public_key) values ($1, $2, 'Phone', 'key')`, [
    id,
    operator.id,
  ])
}

test('allows ten tries in total when twelve addresses try twelve times each', async () => {
  expect(await outcomes(ana.operator.email)).toEqual({ 422: 10, 429: 134 })
})

test('counts tries the same way for an account that does not exist', async () => {
  expect(await outcomes('no-one@garden.example')).toEqual({ 422: 10, 429: 134 })
})

test('does the same work and shows the same message for an account that does not exist', async () => {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  const words = []
  const costs = []
  // The first request of a process also creates the decoy hash.
  await attempt('warm-up@garden.example', 'a wrong guess', '10.9.0.9')
  const locked = await arrive()
  await addPasskey(locked)
  await rows('update operators set requires_passkey = true where id = $1', [locked.operator.id])
  const withoutPassword = await arrive()
  for (const email of [
    ana.operator.email,
    'no-one@garden.example',
    locked.operator.email,
    withoutPassword.operator.email,
  ]) {
    hashes = 0
    const response = await attempt(email, 'a wrong guess', '10.9.0.1')
    costs.push(hashes)
    words.push((await response.text()).replaceAll(email, 'EMAIL'))
  }
  hook.disable()
  expect(costs).toEqual([1, 1, 1, 1])
  expect(new Set(words).size).toBe(1)
})

test('recognizes a known browser for its own operator only, and throttles its own wrong tries', async () => {
  const ben = await arrive()
  await exhaust(ben.operator.email)
  expect((await attempt(ben.operator.email, 'x', '10.23.0.1', ana.device)).status).toBe(429)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await attempt(ana.operator.email, 'a wrong guess', '10.23.0.1', ana.device)).status).toBe(422)
  expect((await attempt(ana.operator.email, PASSWORD, '10.23.0.1', ana.device)).status).toBe(429)
})

test('replaces a device cookie that was not issued here instead of adopting it', async () => {
  const planted = `desk-device=${'a'.repeat(43)}`
  const response = await attempt(ana.operator.email, PASSWORD, '10.24.0.1', planted)
  expect(cookieOf(response, 'desk-device')).toMatch(/^desk-device=[\w-]{43}$/)
  expect(cookieOf(response, 'desk-device')).not.toBe(planted)
  const again = await attempt(ana.operator.email, PASSWORD, '10.24.0.2', cookieOf(response, 'desk-device'))
  expect(cookieOf(again, 'desk-device')).toBe(cookieOf(response, 'desk-device'))
})

test('a correct password resets the failures of its own address, and of no other', async () => {
  const { email } = ana.operator
  for (let tries = 0; tries < 4; tries += 1) await attempt(email, 'typo', '10.25.0.1')
  for (let tries = 0; tries < 4; tries += 1) await attempt(email, 'guess', '10.25.0.2')
  expect((await attempt(email, PASSWORD, '10.25.0.1')).status).toBe(303)
  const left = await rows('select failures from sign_in_failures order by failures')
  expect(left).toEqual([{ failures: 4 }, { failures: 4 }])
})

test('audits each wrong password and emails once; audits and emails a new browser', async () => {
  await rows('delete from outbox')
  for (let tries = 0; tries < 9; tries += 1) await attempt(ana.operator.email, 'guess', `10.26.${tries}.1`)
  expect(await mailsTo(ana)).toEqual(['wrong-passwords'])
  const failed = await rows(
    `select after from audit_log where subject_id = $1 and action = 'operator.sign-in-failed' order by id`,
    [ana.operator.id],
  )
  expect(failed).toHaveLength(9)
  expect(failed[0]?.after).toEqual({ what: 'password', from: 'unknown browser', address: '10.26.0.1', failures: 1 })

  const first = await attempt(ana.operator.email, PASSWORD, '10.27.0.1')
  await attempt(ana.operator.email, PASSWORD, '10.27.0.2', cookieOf(first, 'desk-device'))
  expect(await mailsTo(ana)).toEqual(['wrong-passwords', 'new-device'])
  expect(
    await rows(`select after from audit_log where subject_id = $1 and action = 'operator.new-device' order by id`, [
      ana.operator.id,
    ]),
  ).toMatchObject([{}, { after: { method: 'password', address: '10.27.0.1' } }])
})

test('refuses an easily guessed password with the reason, and keeps the old one', async () => {
  for (const [password, reason] of [
    ['short', 'at least 12 characters'],
    ['Password2026!', 'most common'],
    ['1q2w3e4r5t6y', 'most common'],
    ['Bl00mera1-desk', 'shop’s name'],
    [`${ana.operator.email.split('@')[0]}`, 'your name and email'],
    ['abcdefgh12345', 'sequence'],
  ]) {
    const response = await desk.request('/admin/account/password', {
      cookie: both(ana),
      form: { password: password ?? '' },
    })
    expect(response.status, password).toBe(422)
    expect(await response.text(), password).toContain(reason)
  }
  expect((await attempt(ana.operator.email, PASSWORD, '10.28.0.1')).status).toBe(303)
})

test('keeps a form that needs confirmation, and runs it once with the password', async () => {
  await age(ana)
  const form = { email: 'kim@garden.example', role: 'read-only', extra: '"><script>' }
  const asked = await desk.request('/admin/team', { cookie: both(ana), form })
  expect(asked.status).toBe(409)
  const html = await asked.text()
  expect(html).toContain('Confirm it’s you')
  expect(html).toContain('action="/admin/team"')
  expect(html).toContain('<input type="hidden" name="email" value="kim@garden.example"/>')
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(await desk.parts.desk.operators.findByEmail(form.email)).toBeUndefined()

  const wrong = await desk.request('/admin/team', {
    cookie: both(ana),
    form: { ...form, 'confirmation-password': 'not it' },
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('name="email" value="kim@garden.example"')
  expect(await desk.parts.desk.operators.findByEmail(form.email)).toBeUndefined()

  const done = await desk.request('/admin/team', {
    cookie: both(ana),
    form: { ...form, 'confirmation-password': PASSWORD },
  })
  expect(done.status).toBe(303)
  const kim = await desk.parts.desk.operators.findByEmail(form.email)
  expect(kim).toBeDefined()
  // Confirmed for the next minutes, so the next sensitive action goes through at once.
  const next = await desk.request(`/admin/team/${kim?.id}/remove`, { cookie: both(ana), form: {} })
  expect(next.headers.get('location')).toBe('/admin/team')
})

test('throttles wrong confirmations, and rejects another operator’s password', async () => {
  await age(ana)
  const send = (password: string) =>
    desk.request('/admin/team', {
      cookie: both(ana),
      form: { email: 'lee@garden.example', role: 'staff', 'confirmation-password': password },
    })
  for (let tries = 0; tries < 5; tries += 1) expect(await (await send('guess')).text()).toContain('not your password')
  expect(await (await send(PASSWORD)).text()).toMatch(/Wait \d+ seconds/)
  expect(await desk.parts.desk.operators.findByEmail('lee@garden.example')).toBeUndefined()
})

test('each sensitive action extends a confirmation, for half an hour at most', async () => {
  const freshUntil = async () => {
    const [row] = await rows(
      'select (extract(epoch from fresh_until) * 1000)::float8 as at from operator_sessions where operator_id = $1',
      [ana.operator.id],
    )
    return row?.at
  }
  const act = () => desk.request('/admin/customers/forget', { cookie: both(ana), form: { email: 'x@garden.example' } })
  await setConfirmed(ana, minutesAgo(9), minutesAgo(-1))
  expect((await act()).status).toBe(303)
  expect(await freshUntil()).toBe(clock + 10 * 60_000)
  await setConfirmed(ana, minutesAgo(26), minutesAgo(-1))
  expect((await act()).status).toBe(303)
  expect(await freshUntil()).toBe(clock + 4 * 60_000)
})

test('asks before a download, and starts it once confirmed', async () => {
  await age(ana)
  const asked = await desk.request('/admin/customers/export.json?email=x%40garden.example', { cookie: both(ana) })
  const confirm = asked.headers.get('location') ?? ''
  expect(confirm).toMatch(/^\/admin\/confirm\?next=/)
  const html = await (await desk.request(confirm, { cookie: both(ana) })).text()
  const fields = Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const wrong = await desk.request('/admin/confirm', {
    cookie: both(ana),
    form: { ...fields, 'confirmation-password': 'no' },
  })
  expect(wrong.status).toBe(422)
  const confirmed = await desk.request('/admin/confirm', {
    cookie: both(ana),
    form: { ...fields, 'confirmation-password': PASSWORD },
  })
  const page = await desk.request(confirmed.headers.get('location') ?? '', { cookie: both(ana) })
  const [, href = ''] = /http-equiv="refresh" content="0; url=([^"]*)"/i.exec(await page.text()) ?? []
  expect(href).toBe('/admin/customers/export.json?email=x%40garden.example')
  const file = await desk.request(href, { cookie: both(ana) })
  expect(file.headers.get('content-disposition')).toContain('attachment')
})

test('never redirects outside the desk after a confirmation', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/checkout']) {
    const response = await desk.request('/admin/confirm', { cookie: both(ana), form: { next, back: next, file: '' } })
    expect(response.headers.get('location'), next).toBe('/admin')
  }
})

test('shows recovery codes once, stores hashes, and replaces them with new ones', async () => {
  const codes = await printCodes(ana)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  const stored = JSON.stringify([
    await rows('select * from operator_recovery_codes'),
    await rows('select * from audit_log'),
    await rows('select * from outbox'),
  ])
  for (const code of codes) expect(stored).not.toContain(code)
  const account = async () => (await desk.request('/admin/account', { cookie: both(ana) })).text()
  expect(await account()).toContain('10 codes of 10 left.')
  const newer = await printCodes(ana)
  const path = `/admin/link/${await emailedToken(ana)}`
  expect((await desk.request(path, { form: { code: codes[0] ?? '' } })).status).toBe(422)
  expect((await desk.request(path, { form: { code: newer[0] ?? '' } })).status).toBe(303)
})

test('requires a recovery code with an emailed link if there are any; ends all other sessions and opens the account', async () => {
  const [code = '', second = ''] = await printCodes(ana)
  const elsewhere = await attempt(ana.operator.email, PASSWORD, '10.30.0.1')
  await rows('delete from outbox')
  const path = `/admin/link/${await emailedToken(ana)}`
  expect(await (await desk.request(path)).text()).toContain('Recovery code')
  expect((await desk.request(path, { form: {} })).status).toBe(422)
  expect((await desk.request(path, { form: { code: 'K7QM-2F9A-X3TR-8WHD' } })).status).toBe(422)
  // As typed from paper.
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replace('0', 'o').replace('1', 'l')}`
  const opened = await desk.request(path, { form: { code: typed } })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/admin/account'])
  for (const cookie of [both(ana), cookieOf(elsewhere, 'desk')])
    expect((await desk.request('/admin', { cookie })).status).toBe(303)
  expect((await desk.request('/admin', { cookie: cookieOf(opened, 'desk') })).status).toBe(200)
  expect(await rows('select method from operator_sessions where operator_id = $1', [ana.operator.id])).toEqual([
    { method: 'recovery' },
  ])
  const [mail] = await rows(`select payload from outbox where payload->>'event' = 'recovery-code'`)
  expect(mail?.payload).toMatchObject({ remaining: 9 })
  // Neither the link nor the code works again.
  expect((await desk.request(path, { form: { code: second } })).status).toBe(404)
  const later = `/admin/link/${await emailedToken(ana)}`
  expect((await desk.request(later, { form: { code } })).status).toBe(422)
})

test('accepts the same code once when used concurrently', async () => {
  const [code = ''] = await printCodes(ana)
  const tokens = [await emailedToken(ana), await emailedToken(ana), await emailedToken(ana)]
  const results = await Promise.all(tokens.map((token) => desk.request(`/admin/link/${token}`, { form: { code } })))
  expect(results.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(
    await rows('select used_at from operator_recovery_codes where operator_id = $1 and used_at is not null', [
      ana.operator.id,
    ]),
  ).toHaveLength(1)
})

test('throttles guessing of codes', async () => {
  await printCodes(ana)
  const path = `/admin/link/${await emailedToken(ana)}`
  for (let tries = 0; tries < 5; tries += 1)
    expect(await (await desk.request(path, { form: { code: 'AAAA' } })).text()).toContain('isn’t right')
  expect(await (await desk.request(path, { form: { code: 'AAAA' } })).text()).toMatch(/Wait \d+ seconds/)
})

test('limits link requests in someone’s name without voiding the link they are waiting for', async () => {
  const own = await emailedToken(ana)
  for (let tries = 0; tries < 8; tries += 1)
    await desk.request('/admin/sign-in/link', { form: { email: ana.operator.email }, address: `10.31.${tries}.1` })
  const sent = () => rows(`select id from outbox where template = 'desk-link' and recipient = $1`, [ana.operator.email])
  await eventually(async () => (await sent()).length >= 3)
  expect(await sent()).toHaveLength(3)
  expect((await desk.request(`/admin/link/${own}`, { form: {} })).headers.get('location')).toBe('/admin')
  const strangers = await desk.request('/admin/sign-in/link', { form: { email: 'no-one@garden.example' } })
  const real = await desk.request('/admin/sign-in/link', { form: { email: ana.operator.email } })
  expect(await strangers.text()).toBe(await real.text())
})

test('refuses passkey only to an operator who would be locked out', async () => {
  const turnOn = async (path: string) => {
    const response = await desk.request(path, { cookie: both(ana), form: { isOn: 'yes' } })
    const flash = cookieOf(response, 'desk-flash')
    return (await desk.request('/admin/account', { cookie: `${both(ana)}; ${flash}` })).text()
  }
  for (const path of ['/admin/account/passkey-only', '/admin/team/passkey-only']) {
    await rows('delete from operator_passkeys')
    await rows('delete from operator_recovery_codes')
    expect(await turnOn(path), path).toContain('Add a passkey to your own account first')
    await addPasskey(ana)
    expect(await turnOn(path), path).toContain('Print recovery codes for your own account first')
    await printCodes(ana)
    const access = () => desk.parts.desk.passkeyPolicy.access(ana.operator.id)
    expect((await access())?.requiresPasskey).toBe(false)
    await turnOn(path)
    expect((await access())?.requiresPasskey).toBe(true)
    await desk.request(path, { cookie: both(ana), form: { isOn: 'no' } })
    expect((await access())?.requiresPasskey).toBe(false)
  }
})

test('rejects the password, or an emailed link alone, with passkey only', async () => {
  await addPasskey(ana)
  await printCodes(ana)
  const other = await attempt(ana.operator.email, PASSWORD, '10.32.0.1', ana.device)
  await desk.request('/admin/account/passkey-only', { cookie: both(ana), form: { isOn: 'yes' } })
  expect((await desk.request('/admin', { cookie: cookieOf(other, 'desk') })).status).toBe(303)
  expect((await desk.request('/admin', { cookie: both(ana) })).status).toBe(200)
  expect((await attempt(ana.operator.email, PASSWORD, '10.32.0.1', ana.device)).status).toBe(422)
  await age(ana)
  const confirm = { email: 'x@garden.example', role: 'staff', 'confirmation-password': PASSWORD }
  expect((await desk.request('/admin/team', { cookie: both(ana), form: confirm })).status).toBe(422)
  await rows('update operator_recovery_codes set used_at = now()')
  const path = `/admin/link/${await emailedToken(ana)}`
  expect(await (await desk.request(path)).text()).toContain('no recovery codes left')
  expect((await desk.request(path, { form: {} })).status).toBe(422)
  // A link from an owner or the command line always works.
  const handed = await desk.parts.desk.operators.createLink(ana.operator.id, { operatorId: null, actor: 'test' })
  expect((await desk.request(`/admin/link/${handed}`, { form: {} })).status).toBe(303)
})

test('keeps the last passkey while passkeys are required; removing one ends the other sessions', async () => {
  await addPasskey(ana, 'first')
  await addPasskey(ana, 'second')
  await printCodes(ana)
  await desk.request('/admin/account/passkey-only', { cookie: both(ana), form: { isOn: 'yes' } })
  const other = await desk.parts.desk.signIn.withPasskey(ana.operator, { address: '10.33.0.1', userAgent: '' })
  const remove = (id: string) => desk.request('/admin/account/passkeys/remove', { cookie: both(ana), form: { id } })
  await Promise.all([remove('first'), remove('second')])
  expect(await rows('select id from operator_passkeys where operator_id = $1', [ana.operator.id])).toHaveLength(1)
  expect(await desk.parts.desk.sessions.find(other.token)).toBeUndefined()
})

test('ends all sessions at once, one’s own or, for an owner, a colleague’s', async () => {
  const second = await attempt(ana.operator.email, PASSWORD, '10.34.0.1')
  await desk.request('/admin/account/sessions/end-others', { cookie: both(ana), form: {} })
  expect((await desk.request('/admin', { cookie: cookieOf(second, 'desk') })).status).toBe(303)
  expect((await desk.request('/admin', { cookie: both(ana) })).status).toBe(200)
  expect(await desk.parts.desk.signIn.knowsDevice(ana.operator.email, ana.device.slice('desk-device='.length))).toBe(
    true,
  )

  const ben = await arrive('staff')
  const refused = await desk.request(`/admin/team/${ana.operator.id}/sessions/end`, { cookie: both(ben), form: {} })
  expect(refused.status).toBe(403)
  await desk.request(`/admin/team/${ben.operator.id}/sessions/end`, { cookie: both(ana), form: {} })
  expect((await desk.request('/admin', { cookie: both(ben) })).status).toBe(303)

  const link = await emailedToken(ana)
  const ended = await desk.request('/admin/account/sessions/end-all', { cookie: both(ana), form: {} })
  expect(ended.headers.get('location')).toBe('/admin/sign-in?out=yes')
  expect((await desk.request('/admin', { cookie: both(ana) })).status).toBe(303)
  expect((await desk.request(`/admin/link/${link}`)).status).toBe(404)
  expect(await desk.parts.desk.signIn.knowsDevice(ana.operator.email, ana.device.slice('desk-device='.length))).toBe(
    false,
  )
})

test('treats a forgotten browser as unknown again', async () => {
  const page = await (await desk.request('/admin/account', { cookie: both(ana) })).text()
  const [, id] = /\/admin\/account\/browsers\/([^/]+)\/forget/.exec(page) ?? []
  const ben = await arrive()
  await desk.request(`/admin/account/browsers/${id}/forget`, { cookie: both(ben), form: {} })
  const knows = () => desk.parts.desk.signIn.knowsDevice(ana.operator.email, ana.device.slice('desk-device='.length))
  expect(await knows()).toBe(true)
  await desk.request(`/admin/account/browsers/${id}/forget`, { cookie: both(ana), form: {} })
  expect(await knows()).toBe(false)
})

test('clears site data on sign-out, confirms it, and forgets the browser if asked to', async () => {
  const out = await desk.request('/admin/sign-out', { cookie: both(ana), form: {} })
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(out.headers.getSetCookie().join()).toContain('desk=; Max-Age=0')
  expect(cookieOf(out, 'desk-device')).toBe('')
  expect(await (await desk.request(out.headers.get('location') ?? '')).text()).toContain('You’re signed out.')
  expect((await desk.request('/admin', { cookie: both(ana) })).status).toBe(303)

  const back = await attempt(ana.operator.email, PASSWORD, '10.35.0.1', ana.device)
  const cookie = `${cookieOf(back, 'desk')}; ${ana.device}`
  const gone = await desk.request('/admin/sign-out', { cookie, form: { forget: 'yes' } })
  expect(gone.headers.get('clear-site-data')).toBe('"cache", "cookies", "storage"')
  expect(gone.headers.getSetCookie().join()).toContain('desk-device=; Max-Age=0')
  expect(await desk.parts.desk.signIn.knowsDevice(ana.operator.email, ana.device.slice('desk-device='.length))).toBe(
    false,
  )
})

test('ends other sessions and forgets other browsers with a new password', async () => {
  const other = await attempt(ana.operator.email, PASSWORD, '10.36.0.1')
  await desk.request('/admin/account/password', { cookie: both(ana), form: { password: 'quiet marble orbit' } })
  expect((await desk.request('/admin', { cookie: cookieOf(other, 'desk') })).status).toBe(303)
  const { signIn } = desk.parts.desk
  const device = cookieOf(other, 'desk-device').slice('desk-device='.length)
  expect(await signIn.knowsDevice(ana.operator.email, device)).toBe(false)
  expect(await signIn.knowsDevice(ana.operator.email, ana.device.slice('desk-device='.length))).toBe(true)
  expect(await mailsTo(ana)).toContain('password-changed')
})

function hashOfCost(cost: string): string {
  return `scrypt$${cost}$c2FsdA$${'A'.repeat(43)}`
}

test('turns away strangers during a flood of guesses, and still lets in a known browser', async () => {
  // Known browsers go first, so the strangers stay queued while these are hashed.
  const first = Array.from({ length: 8 }, () => desk.hasher.verify('ahead', hashOfCost('65536$8$2'), 'known'))
  const guesses = Array.from({ length: 20 }, () => desk.hasher.verify('a guess', hashOfCost('1024$8$1'), 'stranger'))
  const [stranger, known] = await Promise.all([
    attempt('other@garden.example', PASSWORD, '10.24.0.1'),
    attempt(ana.operator.email, PASSWORD, '10.24.0.2', ana.device),
  ])
  expect([stranger.status, known.status]).toEqual([429, 303])
  expect(await Promise.all(guesses)).toEqual(Array(20).fill(false))
  await Promise.all(first)
})

test('never locks out the owner, however long a stranger tries', async () => {
  const { email } = ana.operator
  await exhaust(email)
  expect((await attempt(email, PASSWORD, '10.20.0.1')).status).toBe(429)
  // A browser that has signed in before still works…
  const known = await attempt(email, PASSWORD, '10.20.0.1', ana.device)
  expect([known.status, known.headers.get('location')]).toEqual([303, '/admin/reviews'])
  // …even after the global limit for unknown browsers is used up…
  await exhaust('x')
  for (let address = 1; address <= 11; address += 1)
    for (let tries = 0; tries < 30; tries += 1) await attempt('x', 'x', `10.21.${address}.1`)
  expect((await attempt('other@garden.example', PASSWORD, '10.22.0.1')).status).toBe(429)
  expect((await attempt(email, PASSWORD, '10.22.0.1', ana.device)).status).toBe(303)
  // …so does an emailed link…
  const link = await desk.request(`/admin/link/${await emailedToken(ana)}`, { form: {} })
  expect(link.headers.get('location')).toBe('/admin')
  // …and a passkey, whose requests have their own limit.
  expect((await desk.request('/admin/passkey/options', { form: {} })).status).toBe(200)
})

test('counts strangers in all processes together', async () => {
  const log = pino({ level: 'silent' })
  const shared = () =>
    createSharedLimits({ database: database.current, secretKey: TEST_SECRET_KEY, log, now: () => performance.now() })
  const one = createTestDesk(database.current, { limits: shared() })
  const other = createTestDesk(database.current, { limits: shared() })
  const statuses: number[] = []
  for (let tries = 0; tries < 32; tries += 1) {
    // A separate account for each try, because accounts have a limit too.
    const form = { email: `stranger-${tries}@garden.example`, password: 'x', next: '' }
    const { status } = await (tries % 2 ? one : other).request('/admin/sign-in', { form, address: '10.99.0.1' })
    statuses.push(status)
  }
  // A single process has handled sixteen.
  expect(statuses.at(-1)).toBe(429)
  const links = Array.from({ length: 12 }, (_, tries) =>
    (tries % 2 ? one : other).request('/admin/sign-in/link', { form: { email: 'x' }, address: '10.99.0.2' }),
  )
  expect((await Promise.all(links)).map(({ status }) => status)).toContain(429)
})

test('counts the /64s of an IPv6 /48 together, and refuses further ones without a row', async () => {
  const log = pino({ level: 'silent' })
  const limits = createSharedLimits({
    database: database.current,
    secretKey: TEST_SECRET_KEY,
    log,
    now: () => clock,
    deadlineMs: 60_000,
  })
  const door = createTestDesk(database.current, { limits })
  let subnets = 0
  const send = async (path: string, form: Record<string, string>, network = '2001:db8:48') => {
    subnets += 1
    return (await door.request(path, { form, address: `${network}:${subnets.toString(16)}::1` })).status
  }
  const countRows = () =>
    rows(`select (select count(*) from throttle_buckets)::int as buckets,
      (select count(*) from passkey_challenges)::int as challenges`)
  const stranger = { email: 'no-one@garden.example', password: 'x' }
  for (const [path, allowed] of [
    ['/admin/passkey/options', 16 * 60],
    ['/admin/sign-in/link', 16 * 10],
  ] as const) {
    const statuses = await Promise.all(Array.from({ length: allowed }, () => send(path, stranger)))
    expect(new Set(statuses), path).toEqual(new Set([200]))
    expect(await send(path, stranger, '2001:db8:49'), path).toBe(200)
  }
  // Guesses are refused sooner, by the limit for everyone together.
  await Promise.all(Array.from({ length: 16 * 30 }, () => send('/admin/sign-in', stranger)))
  const before = await countRows()
  for (const path of ['/admin/passkey/options', '/admin/sign-in/link', '/admin/sign-in'])
    for (let tries = 0; tries < 20; tries += 1) expect(await send(path, stranger), path).toBe(429)
  expect(await countRows()).toEqual(before)
})

test('limits strangers per address before any query, and never an operator for what strangers do', async () => {
  const perAddress = { count: 5, perMs: 3_600_000 }
  const refusals = { firstMs: 0, maxMs: 0, forgetMs: 1 }
  const door = createTestDesk(database.current, { renderLimits: { ...WIDE_LIMITS, perAddress, refusals } })
  const forged = `desk=${'a'.repeat(43)}; desk-device=${'a'.repeat(43)}`
  const stranger = (path: string, address: string, form?: Record<string, string>) =>
    door.request(path, { address, cookie: forged, ...(form && { form }) })
  const guess = { email: ana.operator.email, password: 'x' }

  expect((await door.request('/admin', { cookie: both(ana), address: '10.50.0.1' })).status).toBe(200)
  for (let address = 1; address <= 20; address += 1)
    for (let turn = 0; turn < 5; turn += 1) await stranger('/admin', `10.50.0.${address}`)
  const statements = await recordStatements(async () => {
    for (const path of ['/admin', '/admin/sign-in', '/admin/sign-in/link', `/admin/link/${'a'.repeat(43)}`, '/admin/x'])
      expect((await stranger(path, '10.50.0.1')).status, path).toBe(429)
    for (const path of ['/admin/sign-in', `/admin/link/${'a'.repeat(43)}`, '/admin/products', '/admin/passkey/options'])
      expect((await stranger(path, '10.50.0.1', guess)).status, path).toBe(429)
  })
  expect(statements).toEqual([])

  // An operator at work, even at an address that strangers share, and one who signs in at another.
  for (let turn = 0; turn < 10; turn += 1)
    expect((await door.request('/admin', { cookie: both(ana), address: '10.50.0.1' })).status).toBe(200)
  expect((await door.request('/admin/sign-in', { address: '10.50.1.1' })).status).toBe(200)
  const form = { email: ana.operator.email, password: PASSWORD, next: '' }
  const signedIn = await door.request('/admin/sign-in', { form, address: '10.50.1.1', cookie: ana.device })
  expect(signedIn.status).toBe(303)
  // A session that was ended is a stranger's again.
  await rows('delete from operator_sessions')
  expect((await door.request('/admin', { cookie: ana.session, address: '10.50.0.1' })).status).toBe(303)
  expect((await door.request('/admin', { cookie: ana.session, address: '10.50.0.1' })).status).toBe(429)
})

/** A desk whose door lets an address ask five times, and a flood that has used that up at the operator's address. */
function openFloodedDoor(address: string) {
  const perAddress = { count: 5, perMs: 3_600_000 }
  const renderLimits = { ...WIDE_LIMITS, perAddress }
  const door = createTestDesk(database.current, { renderLimits, now: () => new Date(clock) })
  const flood = async () => {
    for (let turn = 0; turn < 6; turn += 1) await door.request('/admin/sign-in', { address })
  }
  return { door, flood }
}

test('keeps its door open for a known browser while strangers at the same address flood it', async () => {
  const address = '10.52.0.1'
  const { door, flood } = openFloodedDoor(address)
  expect((await door.request('/admin', { cookie: both(ana), address })).status).toBe(200)
  await door.request('/admin/sign-out', { cookie: both(ana), address, form: {} })
  await flood()
  for (const path of ['/admin', '/admin/sign-in', '/admin/sign-in/link'])
    expect((await door.request(path, { address })).status, path).toBe(429)
  const cookie = ana.device
  expect((await door.request('/admin/sign-in', { cookie, address })).status).toBe(200)
  expect((await door.request('/admin/passkey/options', { cookie, address, form: {} })).status).toBe(200)
  const { email } = ana.operator
  expect((await door.request('/admin/sign-in/link', { cookie, address, form: { email } })).status).toBe(200)
  const signedIn = await door.request('/admin/sign-in', { cookie, address, form: { email, password: PASSWORD } })
  expect(signedIn.status).toBe(303)
})

test('lets strangers use up the requests for passkeys and links at their address, but not those of a known browser', async () => {
  const address = '10.55.0.1'
  const send = (path: string, cookie?: string) =>
    desk.request(path, { address, cookie, form: { email: ana.operator.email } })
  expect((await desk.request('/admin', { cookie: both(ana), address })).status).toBe(200)
  for (const [path, allowed] of [
    ['/admin/passkey/options', 60],
    ['/admin/sign-in/link', 10],
  ] as const) {
    for (let turn = 0; turn < allowed; turn += 1) await send(path)
    expect([(await send(path)).status, (await send(path, ana.device)).status], path).toEqual([429, 200])
  }
})

test('holds up a forgotten browser within a minute, wherever it was forgotten', async () => {
  const address = '10.53.0.1'
  const { door, flood } = openFloodedDoor(address)
  await door.request('/admin', { cookie: both(ana), address })
  await flood()
  await rows('delete from operator_devices where operator_id = $1', [ana.operator.id])
  clock += 60_000
  expect((await door.request('/admin/sign-in', { cookie: both(ana), address })).status).toBe(429)
})

test('counts requests to the open pages of the door, even with a session', async () => {
  const address = '10.54.0.1'
  const { door, flood } = openFloodedDoor(address)
  expect((await door.request('/admin', { cookie: ana.session, address })).status).toBe(200)
  await flood()
  expect((await door.request('/admin', { cookie: ana.session, address })).status).toBe(200)
  expect((await door.request('/admin/sign-in', { cookie: ana.session, address })).status).toBe(429)
})

test('forgets the sessions that end', async () => {
  const { sessions, signIn } = desk.parts.desk
  const actor = { operatorId: ana.operator.id, actor: 'test' }
  const origin = { address: '10.0.0.1', userAgent: 'test' }
  const open = async () => {
    const { token } = await signIn.withPasskey(ana.operator, origin)
    return { token, id: (await sessions.find(token))?.id ?? '' }
  }
  const [first, second, third] = [await open(), await open(), await open()]
  const known = () => [first, second, third].map(({ token }) => sessions.isKnown(token))
  expect(known()).toEqual([true, true, true])
  await sessions.end(ana.operator.id, first.id)
  expect(known()).toEqual([false, true, true])
  await sessions.endOthers(ana.operator.id, third.id, undefined, actor)
  expect(known()).toEqual([false, false, true])
  await sessions.endAll(ana.operator.id, actor)
  expect(known()).toEqual([false, false, false])
})

test('refuses a script at the door in a form that it can read', async () => {
  const door = createTestDesk(database.current, {
    renderLimits: { ...WIDE_LIMITS, perAddress: { count: 1, perMs: 3_600_000 } },
  })
  const ask = () => door.app.request('/admin/badges', { headers: { accept: 'application/json' } })
  await ask()
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await refused.json()).toEqual({ error: 'The shop is busy. Please try again in a moment.' })
})

test('delays what it refuses at the door', async () => {
  const refusals = { firstMs: 200, maxMs: 1000, forgetMs: 60_000 }
  const door = createTestDesk(database.current, {
    renderLimits: { ...WIDE_LIMITS, refusals },
    now: () => new Date(clock),
  })
  for (const [path, allowed] of [
    ['/admin/passkey/options', 60],
    ['/admin/sign-in/link', 10],
    ['/admin/sign-in', 30],
  ] as const) {
    const form = { email: 'no-one@garden.example', password: 'x' }
    const address = `10.51.${allowed}.1`
    await Promise.all(Array.from({ length: allowed }, () => door.request(path, { form, address })))
    const start = performance.now()
    expect((await door.request(path, { form, address })).status, path).toBe(429)
    expect(performance.now() - start, path).toBeGreaterThanOrEqual(99)
  }
})
