/** Triggers every alert of deploy/prometheus, through the whole shop. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { freePort } from './free-port.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { expectAlertFires, parseScrape, readAlertRules, type Scrape } from './prometheus.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const TOKEN = 'a-token-for-the-metrics-of-this-test'
const BACKUPS = { BACKUP_DIR: '/nowhere', BACKUP_PASSPHRASE: 'correct horse battery staple' }
const database = useTestDatabase()
const provoked = new Set<string>()
let shop: PayingShop

afterEach(async () => {
  if (isPostgres) await shop.end()
})

async function open(environment: Record<string, string> = {}, on: Database = database.current) {
  shop = await openPayingShop(on, { METRICS_TOKEN: TOKEN, ...BACKUPS, ...environment })
  return shop
}

/** What Prometheus would read, once cached numbers have expired. */
async function scrape(): Promise<Scrape> {
  const response = await shop.app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  return new Map([...parseScrape(await response.text()), ['up', 1]])
}

const KEPT_MS = 5100

type Provocation = {
  /** A sample that crosses the threshold of the rule. */
  crosses: (after: Scrape, before: Scrape) => boolean
  /** When the alert must fire: after 15 quiet minutes, plus its `for`. */
  firesAfter?: string
}

async function provoke(
  alert: string,
  work: () => Promise<unknown>,
  { crosses, firesAfter = '32m' }: Provocation,
): Promise<void> {
  const before = await scrape()
  expect(crosses(before, before), `${alert} fires in a shop without trouble`).toBe(false)
  await work()
  const after = await scrape()
  expect(crosses(after, before), `${alert} has nothing to fire about`).toBe(true)
  expectAlertFires(alert, before, after, firesAfter)
  provoked.add(alert)
}

const rows = (statement: string) => database.current.withConnection((connection) => connection.rows(statement))
const grew = (series: string, by: number) => (after: Scrape, before: Scrape) =>
  (after.get(series) ?? 0) - (before.get(series) ?? 0) >= by
const calls = (call: string, outcome: string) =>
  `shop_provider_call_seconds_count{provider="square",call="${call}",outcome="${outcome}"}`
const checkouts = (outcome: string) => `shop_checkout_seconds_count{outcome="${outcome}"}`

/** Longest due first: a lease that expired an hour ago. */
const AGO = `now() - interval '1 hour'`

test.runIf(isPostgres)('QueueBehind and DeadLetters: emails that no process sends', async () => {
  await open()
  await provoke(
    'QueueBehind',
    async () => {
      await rows(`insert into outbox (cause, template, recipient, payload, next_attempt_at)
        values ('late', 'x', 'x', '{}', ${AGO})`)
      await pause(KEPT_MS)
    },
    { crosses: (after) => (after.get('shop_queue_oldest_due_seconds{queue="mails"}') ?? 0) > 600 },
  )
  await provoke(
    'DeadLetters',
    async () => {
      await rows(`update outbox set state = 'dead' where cause = 'late'`)
      await pause(KEPT_MS)
    },
    { crosses: (after) => (after.get('shop_queue_dead{queue="mails"}') ?? 0) > 0 },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['QueueBehind', 'DeadLetters']))
})

test.runIf(isPostgres)('CheckoutsFailing and ProviderFailing: Square does not respond', async () => {
  await open({ SQUARE_BASE_URL: `http://127.0.0.1:${await freePort()}` })
  const payThrice = () => Promise.all([shop.pay(), shop.pay(), shop.pay()])
  await provoke('CheckoutsFailing', payThrice, { crosses: grew(checkouts('failed'), 3) })
  await provoke('ProviderFailing', payThrice, { crosses: grew(calls('charge', 'failed'), 3) })
  expect([...provoked]).toEqual(expect.arrayContaining(['CheckoutsFailing', 'ProviderFailing']))
})

test.runIf(isPostgres)('ProviderRefusing: a key that Square does not accept', async () => {
  await open({ SQUARE_ACCESS_TOKEN: 'a-key-of-somebody-else' })
  await provoke('ProviderRefusing', () => Promise.all([shop.pay(), shop.pay(), shop.pay()]), {
    crosses: grew(calls('charge', 'refused'), 3),
  })
  expect([...provoked]).toEqual(expect.arrayContaining(['ProviderRefusing']))
})

test.runIf(isPostgres)('counts what buyers get, and does not count a declined card as a failed call', async () => {
  await open()
  const before = await scrape()
  expect((await shop.pay()).body.success).toBe(true)
  expect((await shop.pay({}, { card: { cvv: '911' } })).body.success).toBe(false)
  expect((await shop.pay({ items: [] })).status).toBe(422)
  const after = await scrape()
  expect(grew(checkouts('paid'), 1)(after, before)).toBe(true)
  expect(grew(checkouts('declined'), 1)(after, before)).toBe(true)
  expect(grew(checkouts('refused'), 1)(after, before)).toBe(true)
  expect(grew(calls('charge', 'ok'), 2)(after, before)).toBe(true)
  expect([...after.keys()].filter((series) => /call="charge",outcome="(failed|refused)"/.test(series))).toEqual([])
})

test.runIf(isPostgres)('AnswersSlow: pages that wait for the database', async () => {
  const { app } = await open()
  const slow = (each: Scrape) =>
    (each.get('shop_answer_seconds_count') ?? 0) - (each.get('shop_answer_seconds_bucket{le="2"}') ?? 0)
  await provoke(
    'AnswersSlow',
    async () => {
      const asked: Promise<Response>[] = []
      await database.current.orm.transaction(async (tx) => {
        await tx.execute(sql`lock table reviews in access exclusive mode`)
        asked.push(Promise.resolve(app.request('/api/reviews')))
        await pause(2300)
      })
      for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
    },
    { crosses: (after, before) => slow(after) > slow(before), firesAfter: '40m' },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['AnswersSlow']))
})

test.runIf(isPostgres)('MailComesBack: the provider reports that a newsletter bounced', async () => {
  const { app } = await open({ MAIL_WEBHOOK_SECRET: 'jP4wq7Z1nLk0vTeX' })
  const report = async (RecordType: string, reader: number) => {
    const response = await app.request('/webhooks/mail', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('shop:jP4wq7Z1nLk0vTeX').toString('base64')}`,
      },
      body: JSON.stringify({ RecordType, Inactive: true, Email: `reader${reader}@example.com` }),
    })
    expect(response.status).toBe(200)
  }
  const before = await scrape()
  await report('SpamComplaint', 0)
  expect(grew('shop_mail_events_total{kind="complained"}', 1)(await scrape(), before)).toBe(true)
  const wave = async () => {
    for (let reader = 0; reader < 20; reader += 1) await report('Bounce', reader)
  }
  await provoke('MailComesBack', wave, { crosses: grew('shop_mail_events_total{kind="bounced"}', 20) })
  expect([...provoked]).toEqual(expect.arrayContaining(['MailComesBack']))
})

test.runIf(isPostgres)('ConnectionsExhausted: a pool whose connections are all in use', async () => {
  await open()
  const held = Promise.withResolvers<void>()
  const holders = Array.from({ length: 13 }, () => database.current.withConnection(() => held.promise))
  const waiting = (after: Scrape) => (after.get('shop_database_connections{what="waiting"}') ?? 0) > 0
  try {
    // The first scrape needs a connection, too.
    const before = new Map((await scrape()).set('shop_database_connections{what="waiting"}', 0))
    const after = await scrape()
    expect(waiting(after)).toBe(true)
    expectAlertFires('ConnectionsExhausted', before, after, '32m')
  } finally {
    held.resolve()
    await Promise.all(holders)
  }
  expect(waiting(await scrape())).toBe(false)
  provoked.add('ConnectionsExhausted')
})

test.runIf(isPostgres)('EventLoopBlocked: a process that blocks its event loop', async () => {
  await open()
  await scrape()
  await pause(300)
  await provoke(
    'EventLoopBlocked',
    async () => {
      // After a scrape, measuring begins with the second turn of the loop.
      await pause(100)
      const end = performance.now() + 900
      while (performance.now() < end);
      await pause(50)
    },
    { crosses: (after) => (after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) > 0.5 },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['EventLoopBlocked']))
})

test.runIf(isPostgres)('StreamsFull: viewers use nearly all streams', async () => {
  const { app } = await open()
  const share = (after: Scrape) =>
    (after.get('shop_streams{kind="reviews"}') ?? 0) / (after.get('shop_streams_limit{kind="reviews"}') ?? 1)
  const watch = (address: string) =>
    app.request('/api/products/pure-bloom/reviews/live', { headers: { 'x-forwarded-for': address } })
  await provoke(
    'StreamsFull',
    async () => {
      for (let viewer = 0; viewer < 9010; viewer += 1) {
        const client = Math.floor(viewer / 3)
        const response = await watch(`20.${client >> 8}.${client & 255}.1`)
        expect(response.status).toBe(200)
      }
    },
    { crosses: (after) => share(after) > 0.9 },
  )
  shop.endStreams()
  expect([...provoked]).toEqual(expect.arrayContaining(['StreamsFull']))
})

test.runIf(isPostgres)('BackupsNotSetUp and BackupOld', async () => {
  await open()
  const setUp = (after: Scrape) => after.get('shop_backup_set_up') === 1
  const age = (after: Scrape) => after.get('shop_backup_age_seconds') ?? 0
  const store = (days: number) => {
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    const record = { since: at, newest: { name: 'a', at, bytes: 1 }, problem: null }
    return rows(`insert into settings (key, value, changed_at) values ('backup-status', '${JSON.stringify(record)}', now())
      on conflict (key) do update set value = excluded.value`)
  }
  await store(1)
  await provoke('BackupOld', () => store(2).then(() => pause(KEPT_MS)), {
    crosses: (after) => setUp(after) && age(after) > 129_600,
    firesAfter: '90m',
  })
  const before = await scrape()
  await shop.end()
  await open({ BACKUP_DIR: '', BACKUP_PASSPHRASE: '' })
  const after = await scrape()
  expect(setUp(before) && !setUp(after)).toBe(true)
  expectAlertFires('BackupsNotSetUp', before, after, '90m')
  provoked.add('BackupsNotSetUp')
  expect([...provoked]).toEqual(expect.arrayContaining(['BackupOld']))
})

test.runIf(isPostgres)('PagesRefused: more visitors than the shop can render for', async () => {
  const one = { maxActive: 1, maxQueued: 1, maxWaitMs: 60_000 }
  const { createTestShop } = await import('./test-shop.ts')
  await open()
  const wide = { count: 1_000_000, perMs: 1000 }
  const small = await createTestShop(
    database.current,
    { METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' },
    {
      renderLimits: {
        perAddress: wide,
        pages: one,
        openEnded: one,
        personal: one,
        refusals: { firstMs: 0, maxMs: 0, forgetMs: 1 },
      },
    },
  )
  shop = { ...shop, app: small.app }
  await provoke(
    'PagesRefused',
    async () => {
      const asked: Promise<Response>[] = []
      await database.current.orm.transaction(async (tx) => {
        await tx.execute(sql`lock table products in access exclusive mode`)
        for (const id of [
          '/',
          '/about',
          '/shop-all',
          '/reviews',
          '/faq',
          '/contact',
          '/ingredients',
          '/glossary',
          '/blog',
        ])
          asked.push(Promise.resolve(small.app.request(id)))
        for (let more = 0; more < 12; more += 1) asked.push(Promise.resolve(small.app.request(`/products/x-${more}`)))
        await pause(500)
      })
      await Promise.all(asked)
    },
    { crosses: grew('shop_renders_refused_total{lane="pages"}', 6) },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['PagesRefused']))
})

test.runIf(isPostgres)('DiskFull: the database has no space left', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: '53100' })
  const state = { isFull: false }
  await open(
    {},
    {
      ...database.current,
      withConnection: (work) =>
        database.current.withConnection((connection) =>
          work({
            ...connection,
            exec: (statements, limitMs) =>
              state.isFull && statements.includes('disk_probe')
                ? Promise.reject(full)
                : connection.exec(statements, limitMs),
          }),
        ),
    },
  )
  await provoke(
    'DiskFull',
    async () => {
      state.isFull = true
      await pause(KEPT_MS)
    },
    { crosses: (after) => after.get('shop_till_open') === 0 },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['DiskFull']))
})

test.runIf(isPostgres)('DatabaseUnreachable and ErrorsAnswered: the database is down', async () => {
  const own = await database.openAnother()
  const { app } = await open({}, own)
  await provoke(
    'DatabaseUnreachable',
    async () => {
      await own.close()
      await pause(KEPT_MS)
    },
    { crosses: (after) => after.get('shop_queues_known') === 0 },
  )
  await provoke(
    'ErrorsAnswered',
    async () => {
      for (const name of ['one', 'two', 'three']) await app.request(`/api/products/${name}`)
    },
    { crosses: grew('shop_answers_total{status="5xx"}', 3) },
  )
  expect([...provoked]).toEqual(expect.arrayContaining(['DatabaseUnreachable', 'ErrorsAnswered']))
})

test.runIf(isPostgres)('every other alert has its metric, and ShopDown needs none', async () => {
  await open()
  const before = await scrape()
  expectAlertFires('ShopDown', before, new Map([['up', 0]]), '32m')
  provoked.add('ShopDown')
  const root = path.resolve(import.meta.dirname, '..')
  const rules = readAlertRules()
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.map(({ name }) => name).filter((name) => !provoked.has(name))).toEqual([])
  await shop.pay()
  const known = new Set([...(await scrape()).keys()].map((series) => series.replace(/\{.*/, '')))
  const text =
    rules.map(({ expression }) => expression).join(' ') +
    readFileSync(path.join(root, 'deploy/grafana/bloomera.json'), 'utf8')
  const named = new Set(text.match(/\b(?:shop|nodejs|process)_[a-z\d_]+/g))
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !known.has(name) && name !== 'shop_csp_reports_total')).toEqual([])
})
