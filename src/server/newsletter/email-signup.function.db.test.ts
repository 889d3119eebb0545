import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const PATH = '/functions/v1/email-signup'
const database = useTestDatabase()
let folder = ''
let shop: Awaited<ReturnType<typeof createTestShop>>
let visitors = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signup-'))
  shop = await createTestShop(database.current, { DATA_DIR: folder })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

/** Each request comes from its own visitor, unless a test says otherwise. */
function from(remoteAddress = `192.0.2.${(visitors += 1)}`) {
  return { incoming: { socket: { remoteAddress } } }
}

async function signUp(body: unknown, remoteAddress?: string): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return shop.app.request(PATH, init, from(remoteAddress))
}

async function codeFor(email: string): Promise<string> {
  const response = await signUp({ email, website: '' })
  expect(response.status).toBe(200)
  const { discountCode } = (await response.json()) as { discountCode: string }
  expect(discountCode).toMatch(/^BLOOM-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  return discountCode
}

async function counts(): Promise<unknown> {
  const [row] = await rows(`select (select count(*)::int from subscribers) as subscribers,
    (select count(*)::int from discount_codes) as codes, (select count(*)::int from outbox) as mails`)
  return row
}

test('stores a signup with consent and source, a code for that customer alone, and one email', async () => {
  const response = await signUp({ email: 'Ana.Pires@Example.com', website: '', source: 'footer' })
  const { discountCode } = (await response.json()) as { discountCode: string }
  expect(response.headers.get('cache-control')).toBe('no-store')
  const [stored] = await rows(
    `select s.email, s.source, s.consented_at, c.percent, c.total_limit, c.person_limit, c.first_order_only, c.folded_email, o.recipient, o.template
     from subscribers s join discount_codes c on c.code = s.discount_code join outbox o on o.cause = 'welcome:' || s.id where c.code = $1`,
    [discountCode],
  )
  expect(stored).toMatchObject({
    email: 'Ana.Pires@Example.com',
    source: 'footer',
    percent: 10,
    total_limit: 1,
    person_limit: 1,
    first_order_only: true,
    folded_email: 'ana.pires@example.com',
    recipient: 'Ana.Pires@Example.com',
    template: 'welcome',
  })
  expect(stored?.consented_at).not.toBeNull()
})

test('returns the same code to the same customer, however the address is written, without a second email', async () => {
  const code = await codeFor('same.person@gmail.com')
  const before = await counts()
  expect(await codeFor('SAME.person@gmail.com')).toBe(code)
  expect(await codeFor('sameperson+shop@googlemail.com')).toBe(code)
  expect(await counts()).toEqual(before)
  expect(await codeFor('other@gmail.com')).not.toBe(code)
})

test('makes one row, one code and one email from fifty concurrent signups of one address', async () => {
  const before = (await counts()) as Record<string, number>
  const codes = await Promise.all(Array.from({ length: 50 }, () => codeFor('fifty@example.com')))
  expect(new Set(codes).size).toBe(1)
  expect(await counts()).toEqual({
    subscribers: (before.subscribers ?? 0) + 1,
    codes: (before.codes ?? 0) + 1,
    mails: (before.mails ?? 0) + 1,
  })
})

test('fakes the same success each time for a filled honeypot, and stores nothing', async () => {
  const before = await counts()
  const answers = await Promise.all([
    signUp({ email: 'bot@example.com', website: 'http://spam.example' }),
    signUp({ email: 'bot@example.com', website: 'http://spam.example' }),
  ])
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { discountCode: string }[]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(bodies[0]?.discountCode ?? '').toMatch(/^BLOOM-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  expect(bodies[0]).toEqual(bodies[1])
  expect(await counts()).toEqual(before)
})

test('answers new, known and fake signups alike, in body, headers and time', async () => {
  await codeFor('timing@example.com')
  const seen = []
  for (const body of [
    { email: 'timing-new@example.com', website: '' },
    { email: 'timing@example.com', website: '' },
    { email: 'timing-bot@example.com', website: 'x' },
  ]) {
    const start = performance.now()
    const response = await signUp(body)
    const milliseconds = performance.now() - start
    expect(milliseconds).toBeGreaterThan(240)
    const headers = [...response.headers.keys()].toSorted()
    seen.push({ headers, length: (await response.text()).length })
  }
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('refuses bad addresses with 400 and a clear message', async () => {
  const before = await counts()
  for (const email of [
    '',
    'ana',
    'ana@localhost',
    `${'a'.repeat(10_000)}@example.com`,
    'añá@example.com',
    'ana@bücher.example',
    'ana@example.com\r\nBcc: ben@example.com',
    'ana@example.com\nSubject: x',
    '"a b"@example.com',
    'ana@example.com\u0007',
    'a@b.example, c@d.example',
    42,
    null,
    ['ana@example.com'],
    { $ne: null },
  ]) {
    const response = await signUp({ email, website: '' })
    expect(response.status, JSON.stringify(email).slice(0, 60)).toBe(400)
    expect(await response.json()).toEqual({ error: { code: 'invalid_request', message: MESSAGES.emailInvalid } })
  }
  expect(await counts()).toEqual(before)
})

test('rejects other bodies before doing any work', async () => {
  expect((await signUp(['ana@example.com'])).status).toBe(400)
  expect((await signUp({ email: 'x@example.com', website: 5 })).status).toBe(400)
  expect((await signUp({ email: 'x@example.com', website: 'y'.repeat(20_000) })).status).toBe(413)
  const text = { method: 'POST', body: '{"email":"x@example.com"}', headers: { 'content-type': 'text/plain' } }
  expect((await shop.app.request(PATH, text, from())).status).toBe(415)
  const get = await shop.app.request(PATH, {}, from())
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
})

test('refuses signups from another site', async () => {
  const form = {
    method: 'POST',
    body: 'email=csrf%40example.com&website=',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  }
  expect((await shop.app.request(PATH, form, from())).status).toBe(403)
})

test('throttles a hundred signups a minute from one address with 429', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => signUp({ email: `flood${index}@example.com` }, '203.0.113.9')),
  )
  const refused = answers.filter((answer) => answer.status === 429)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
  expect(refused).toHaveLength(90)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toEqual({ error: { code: 'too_many_requests', message: MESSAGES.tooManyRequests } })
})

test('answers the form without JavaScript with an uncacheable page with the code', async () => {
  const post = (body: string) =>
    shop.app.request(
      PATH,
      {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      },
      from(),
    )
  const response = await post('email=plain%40example.com&website=&source=home')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'self'`)
  const html = await response.text()
  expect(html).toContain(await codeFor('plain@example.com'))
  const bad = await post('email=nobody&website=')
  expect(bad.status).toBe(400)
  expect(await bad.text()).toContain(MESSAGES.emailInvalid)
  expect((await post('email=a%40example.com&email=b%40example.com')).status).toBe(400)
})

test('shows one message and writes nothing, whichever table fails', async () => {
  await rows(
    `create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$`,
  )
  for (const table of ['discount_codes', 'subscribers', 'outbox']) {
    const before = await counts()
    await rows(`create trigger fails before insert on ${table} for each row execute function fail_on_purpose()`)
    const response = await signUp({ email: `half-${table.replace('_', '-')}@example.com`, website: '' })
    await rows(`drop trigger fails on ${table}`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: { code: 'signup_failed', message: 'Failed to sign up. Please try again.' },
    })
    expect(await counts()).toEqual(before)
  }
})

test('limits signups per day, so that they cannot fill the disk', async () => {
  await codeFor('before-the-flood@example.com')
  // As if ten thousand others had signed up today; no other bucket lasts this long.
  await rows(`update throttle_buckets set tokens = 0 where expires_at > now() + interval '23 hours'`)
  const before = await counts()
  const response = await signUp({ email: 'after-the-flood@example.com', website: '' })
  expect(response.status).toBe(429)
  expect(await counts()).toEqual(before)
  await rows('delete from throttle_buckets')
})
