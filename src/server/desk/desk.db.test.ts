import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let owner = ''
let staff = ''

beforeAll(async () => {
  desk = createTestDesk(database.current)
  owner = await desk.signIn('owner')
  staff = await desk.signIn('staff')
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function received(title: string): Promise<string> {
  const [row] = await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source)
     values ('pure-bloom', 2, $1, 'Call 801 555 0100 <script>alert(1)</script>', 'Ben Otis', 'website_form') returning id`,
    [title],
  )
  return String(row?.id)
}

/** The cookie as a browser would send it back. */
function cookieOf(response: Response, name = 'desk'): string {
  return (
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  )
}

test("shows an error with the shop's own request ID, never one from outside", async () => {
  const { app } = createTestDesk(database.current, {
    routes: [{ method: 'GET', path: '/broken', role: 'nobody', handle: () => Promise.reject(new Error('gone')) }],
  })
  const headers = { accept: 'text/html', 'x-request-id': 'chosen-outside' }
  const shown = await (await app.request('/admin/broken', { headers }, { requestId: 'given-by-the-shop' })).text()
  expect(shown).toContain('Something went wrong on our side (given-by-the-shop).')
  expect(await (await app.request('/admin/broken', { headers })).text()).toMatch(/our side \([\da-f-]{36}\)/)
})

test('answers a fault of ours with 503, when to try again, and whether to check what was saved', async () => {
  const handle = () => Promise.reject(new Error('gone'))
  const { app } = createTestDesk(database.current, {
    routes: [
      { method: 'GET', path: '/broken', role: 'nobody', handle },
      { method: 'POST', path: '/broken', role: 'nobody', handle },
    ],
  })
  const sent = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
  for (const [method, advice] of [
    ['GET', 'Try again.'],
    ['POST', 'Check whether your change was saved before you try again.'],
  ] as const) {
    const response = await app.request('/admin/broken', { method, headers: sent })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.text()).toContain(`). ${advice}`)
  }
  const data = await app.request('/admin/broken', { headers: { accept: 'application/json' } })
  expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])
})

test('shows who a one-time link is for, opens the desk once, and then says that it was used', async () => {
  const added = await desk.parts.desk.operators.add('new@bloomera.example', 'owner', {
    operatorId: null,
    actor: 'test',
  })
  const path = `/admin/link/${added.ok ? added.token : ''}`
  for (let looks = 0; looks < 2; looks += 1) {
    const page = await desk.request(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('new@bloomera.example')
  }
  const opened = await desk.request(path, { form: {} })
  expect(opened.headers.get('location')).toBe('/admin/account')
  expect(opened.headers.getSetCookie()[0]).toMatch(/^desk=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await (await desk.request('/admin/account', { cookie: cookieOf(opened) })).text()).toContain('works only once')
  expect((await desk.request(path, { form: {} })).status).toBe(404)
  expect((await desk.request(path)).status).toBe(404)
})

test('throttles only the address that floods passkey requests', async () => {
  const at = new Date()
  const flooded = createTestDesk(database.current, { now: () => at })
  const ask = (path: string, address: string) => flooded.request(`/admin/passkey/${path}`, { form: {}, address })
  // More than the global limit for passwords.
  for (const address of ['10.3.1.1', '10.3.1.2', '10.3.1.3', '10.3.1.4', '10.3.1.5', '10.3.1.6'])
    for (let tries = 0; tries < 60; tries += 1) expect((await ask('options', address)).status).toBe(200)
  const refused = await ask('options', '10.3.1.1')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: 'Too many attempts. Wait 10 seconds, or use an emailed link.' })
  expect((await ask('sign-in', '10.3.1.1')).status).toBe(429)
  expect((await ask('options', '10.3.1.7')).status).toBe(200)
})

test('never redirects outside the desk after sign-in', async () => {
  for (const next of [
    '//evil.example',
    'https://evil.example/admin',
    String.raw`/\evil.example`,
    '/administrator',
    'javascript:1',
  ]) {
    const page = await desk.request(`/admin/sign-in?next=${encodeURIComponent(next)}`)
    expect(await page.text(), next).toContain('name="next" value="/admin"')
  }
})

test('sends every response uncacheable, unindexed and without inline script', async () => {
  for (const path of ['/admin', '/admin/sign-in', '/admin/reviews', '/admin/audit', '/admin/account', '/admin/team']) {
    const response = await desk.request(path, { cookie: owner })
    const html = await response.text()
    expect(response.status, path).toBe(200)
    expect(response.headers.get('cache-control'), path).toBe('private, no-store')
    expect(response.headers.get('content-security-policy'), path).not.toContain('unsafe')
    expect(response.headers.get('x-robots-tag'), path).toBe('noindex, nofollow')
    expect(html, path).not.toMatch(/ style="|<style|<script>| on[a-z]+="/)
  }
})

test('counts all products low in stock, however few are listed', async () => {
  await rows(`delete from stock_levels`)
  await rows(`insert into stock_levels select id, 'single', 2 from products order by id limit 7`)
  const html = await (await desk.request('/admin', { cookie: staff })).text()
  expect(html).toMatch(/need-count">7<.*Products low in stock/)
  expect(html.match(/2 left/g)).toHaveLength(5)
})

test('hides the stars of a review until it is published', async () => {
  const id = await received('Worth reading')
  const html = await (await desk.request('/admin/reviews', { cookie: staff })).text()
  expect(html).toContain('Worth reading')
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toContain('★')
  const answer = await desk.request('/admin/reviews/publish', { cookie: staff, form: { id } })
  expect(answer.headers.get('location')).toBe('/admin/reviews')
  const after = await desk.request('/admin/reviews?list=published', {
    cookie: `${staff}; ${cookieOf(answer, 'desk-flash')}`,
  })
  const published = await after.text()
  expect(published).toContain('Published 1 review.')
  expect(published).toContain(`<input type="hidden" name="id" value="${id}"/>`)
  expect(published).toContain('★★')
  expect(after.headers.getSetCookie().join()).toContain('desk-flash=; Max-Age=0')
})

test('lists waiting reviews oldest first, decided ones newest first', async () => {
  await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, review_date)
    select 'pure-bloom', 5, list || ' ' || n, 'Fine.', 'Ben Otis', 'website_form', list = 'Decided',
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, 21) n, unnest(array['Waiting', 'Decided']) list`)
  const pager = async (path: string) => {
    const html = await (await desk.request(path, { cookie: staff })).text()
    const [, links = ''] = /aria-label="Pages">(.*?)<\/nav>/s.exec(html) ?? []
    return { html, links, next: /href="([^"]*after=[^"]*)"/.exec(links)?.[1]?.replaceAll('&amp;', '&') ?? '' }
  }
  const first = await pager('/admin/reviews')
  expect(first.html).toContain('>Waiting 1<')
  expect(first.links).toContain('>Newer<')
  const second = await pager(first.next)
  expect(second.html).toContain('>Waiting 21<')
  expect(second.html).not.toContain('>Waiting 20<')
  expect(second.links).toContain('>Back to oldest<')
  expect((await pager('/admin/reviews?list=published')).links).toContain('>Older<')
  await rows(`delete from reviews where review_date < '2020-02-01'`)
})

test('withholds many reviews at once and redacts personal data', async () => {
  const [one, two] = [await received('One'), await received('Two')]
  await desk.request('/admin/reviews/withhold', {
    cookie: staff,
    form: [
      ['id', one],
      ['id', two],
      ['reason', 'spam'],
    ],
  })
  expect(await rows('select count(*)::integer as n from reviews where withheld_reason is not null')).toEqual([{ n: 2 }])
  const form = { field: 'body', part: '801 555 0100', list: 'withheld' }
  const answer = await desk.request(`/admin/reviews/${one}/redact`, { cookie: staff, form })
  expect(answer.headers.get('location')).toBe('/admin/reviews?list=withheld')
  expect(await rows('select body from reviews where id = $1', [one])).toMatchObject([
    { body: expect.stringContaining('Call [redacted]') },
  ])
})

function cursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

test('continues the list of subscribers where the last page ended', async () => {
  await rows(
    `insert into discount_codes (code, kind, percent) select 'PAGE' || n, 'percent', 10 from generate_series(1, 51) n`,
  )
  await rows(`insert into subscribers (email, folded_email, discount_code, source, consented_at, unsubscribe_token)
    select n || '@page.example', n || '@page.example', 'PAGE' || n, 'home', now() - n * interval '1 minute', 'page-' || n
    from generate_series(1, 51) n`)
  const page = async (path: string) => (await desk.request(path, { cookie: staff })).text()
  const first = await page('/admin/subscribers?part=page.example')
  expect(first).not.toContain('51@page.example')
  const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first) ?? []
  const second = await page(next.replaceAll('&amp;', '&'))
  expect(second).toContain('51@page.example')
  expect(second).not.toContain('50@page.example')
})

test('says why someone no longer gets the newsletter', async () => {
  await rows(
    `insert into discount_codes (code, kind, percent) select 'LEFT' || n, 'percent', 10 from generate_series(1, 4) n`,
  )
  await rows(`insert into subscribers (email, folded_email, discount_code, source, unsubscribe_token, unsubscribed_at, left_because)
    select n || '@left.example', n || '@left.example', 'LEFT' || n, 'home', 'left-' || n,
      case when n > 1 then now() end, (array[null, null, 'bounced', 'complained'])[n]
    from generate_series(1, 4) n`)
  const list = await (await desk.request('/admin/subscribers?part=left.example', { cookie: staff })).text()
  const states = [...list.matchAll(/(\d)@left\.example[\s\S]*?>(Subscribed|Unsubscribed|Bounced|Marked as spam)\b/g)]
  expect(states.map(([, n, state]) => `${n} ${state}`).toSorted()).toEqual([
    '1 Subscribed',
    '2 Unsubscribed',
    '3 Bounced',
    '4 Marked as spam',
  ])
  const customer = await desk.request('/admin/customers?email=4%40left.example', { cookie: owner })
  expect(await customer.text()).toContain('marked as spam')
})

test('stays on the list when no review was selected', async () => {
  for (const id of ['', 'x; drop table reviews']) {
    const form = { list: 'published', id }
    const response = await desk.request('/admin/reviews/publish', { cookie: staff, form })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/reviews?list=published'])
  }
})

test("hides the shop's load from visitors who have not signed in", async () => {
  expect(await (await desk.request('/admin/sign-in')).text()).not.toContain('data-rendered-at')
  const cookie = await desk.signIn('read-only')
  expect(await (await desk.request('/admin', { cookie })).text()).toContain('data-rendered-at')
})

test('refuses input that none of our forms send, with a message, and changes nothing', async () => {
  const id = await received('Untouched')
  const before = await rows('select count(*)::integer as n from audit_log')
  const attempts: [string, Record<string, string>, number][] = [
    ['/admin/reviews/withhold', { id }, 400],
    ['/admin/reviews/withhold', { id, reason: 'negative' }, 400],
    [`/admin/reviews/${id}/redact`, { field: 'rating', part: '2' }, 400],
    [`/admin/reviews/${id}/reply`, { reply: 'a\u0000b' }, 400],
    [`/admin/reviews/${id}/reply`, { reply: 'x'.repeat(20_000) }, 413],
    ['/admin/reviews/no-id/reply', { reply: 'Hello' }, 404],
    ['/admin/mail/no-id/resend', {}, 404],
  ]
  for (const [path, form, status] of attempts) {
    const response = await desk.request(path, { cookie: staff, form })
    expect(response.status, path).toBe(status)
    expect(await response.text(), path).toContain('That didn’t work')
  }
  for (const query of [
    'after=1_2',
    'after=e30',
    `after=${cursor({ micros: 1e99, id: UNKNOWN_ID })}`,
    `after=${cursor({ micros: -1, id: UNKNOWN_ID })}`,
    `after=${cursor({ micros: 1, id: 'x' })}`,
    `after=${'x'.repeat(2000)}`,
    'list=everything',
    'after=%00',
  ])
    for (const list of ['reviews', 'subscribers'])
      expect((await desk.request(`/admin/${list}?${query}`, { cookie: staff })).status, query).toBe(200)
  for (const query of ['before=-1', 'before=1e99', 'from=2026-13-45', 'actor=%00', "subject='", 'by=century'])
    expect((await desk.request(`/admin/audit?${query}`, { cookie: staff })).status, query).toBe(200)
  expect(await rows('select count(*)::integer as n from audit_log')).toEqual(before)
})

test('lets an owner invite, change a role and remove; shows the link once', async () => {
  const invited = await desk.request('/admin/team', {
    cookie: owner,
    form: { email: 'kim@bloomera.example', role: 'read-only' },
  })
  const flash = cookieOf(invited, 'desk-flash')
  expect(await (await desk.request('/admin/team', { cookie: `${owner}; ${flash}` })).text()).toMatch(
    /aria-label="Invitation link"[^>]* value="http:\/\/localhost:3000\/admin\/link\/[\w-]{43}"/,
  )
  const kim = await desk.parts.desk.operators.findByEmail('kim@bloomera.example')
  expect(kim?.role).toBe('read-only')
  await desk.request(`/admin/team/${kim?.id}/role`, { cookie: owner, form: { role: 'staff' } })
  expect((await desk.parts.desk.operators.findByEmail('kim@bloomera.example'))?.role).toBe('staff')
  expect((await desk.request(`/admin/team/${kim?.id}/role`, { cookie: owner, form: { role: 'emperor' } })).status).toBe(
    400,
  )
  await desk.request(`/admin/team/${kim?.id}/remove`, { cookie: owner, form: {} })
  expect(await desk.parts.desk.operators.findByEmail('kim@bloomera.example')).toBeUndefined()
  const twice = await desk.request('/admin/team', { cookie: owner, form: { email: 'no address', role: 'staff' } })
  expect(twice.status).toBe(422)
  expect(await twice.text()).toContain('Enter an email address.')
})

test('ends the session on sign-out', async () => {
  const cookie = await desk.signIn('staff')
  await desk.request('/admin/sign-out', { cookie, form: {} })
  expect((await desk.request('/admin', { cookie })).status).toBe(303)
})

test('refuses a session that was ended elsewhere', async () => {
  const cookie = await desk.signIn('staff')
  const session = await desk.parts.desk.sessions.find(cookie.slice('desk='.length))
  await desk.request(`/admin/account/sessions/${session?.id}/end`, { cookie: owner, form: {} })
  expect((await desk.request('/admin', { cookie })).status).toBe(200)
  await desk.request(`/admin/account/sessions/${session?.id}/end`, { cookie, form: {} })
  expect((await desk.request('/admin', { cookie })).status).toBe(303)
})
