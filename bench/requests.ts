/**
 * CPU time that the shop's processes spend on one request, on PostgreSQL. A busy machine raises it, though less than the
 * time that a request takes; compare it with the references. What the shop spends on its own, such as polling its
 * queues, is subtracted.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { anOrder } from '../test/an-order.ts'
import { eventually } from '../test/eventually.ts'
import { freePort } from '../test/free-port.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../test/shop-process.ts'
import { startTestEmulator, type TestEmulator } from '../test/square-emulator.ts'
import { cpuMs, shopPids } from './cpu.ts'
import { signIn } from './desk.ts'
import { median } from './median.ts'
import { startReferences } from './references.ts'

const ROUNDS = 3
const WARM_UP_ROUNDS = 2
const IDLE_MS = 8000
const METRICS_TOKEN = 'the token of the benchmark'
const DAYS_OF_ACTIVITY = 30

type References = Awaited<ReturnType<typeof startReferences>>
type Bench = {
  shop: ShopProcess
  pids: number[]
  client: pg.Client
  square: TestEmulator
  products: string[]
  references: References
}

/** Runs one round, and returns how many times it did what is measured. */
type Round = () => Promise<number>

const agent = new http.Agent({ keepAlive: true })
let visitors = 0

/** Each request has its own address, because per-address limits aren't what is measured. */
function newVisitor(): Record<string, string> {
  visitors += 1
  return { 'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` }
}

async function ask(url: string, headers: Record<string, string>, body?: unknown) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = {
    'accept-encoding': 'br',
    ...newVisitor(),
    ...headers,
    ...(text && { 'content-type': 'application/json' }),
  }
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request(url, { agent, method: text ? 'POST' : 'GET', headers: sent }, resolve)
      .on('error', reject)
      .end(text)
  })
  const received = Buffer.concat(await response.toArray())
  return { status: response.statusCode, text: () => received.toString() }
}

async function expectStatus(expected: number, url: string, headers: Record<string, string> = {}, body?: unknown) {
  const { status, text } = await ask(url, headers, body)
  if (status !== expected) throw new Error(`${url} returned ${status}: ${text().slice(0, 300)}`)
}

export async function measureRequests() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startPostgres(folder)
  await postgres.server.createDatabase('shop')
  const url = `${postgres.address}/shop`
  const port = await freePort()
  const webhook = `http://localhost:${port}/webhooks/square`
  const square = await startTestEmulator({ webhook: { url: webhook, signatureKey: 'emulator-signature-key' } })
  const dataDir = path.join(folder, 'data')
  const shop = await startShopProcess({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    // The bench acts as the proxy: only tests may set the address of their requests.
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SQUARE_BASE_URL: square.address,
    SQUARE_WEBHOOK_URL: webhook,
    METRICS_TOKEN,
    // Otherwise searches would wait to stay within their share of the time.
    RENDER_SHARE: '100',
  })
  const client = new pg.Client({ connectionString: url })
  try {
    await eventually(async () => (await ask(`${shop.address}/readyz`, {})).status === 200, 120_000)
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select id from products where is_active order by id')
    await client.query(`insert into audit_log (at, actor, action, subject_kind, subject_id)
      select now() - n * interval '${DAYS_OF_ACTIVITY} days' / 1000, 'owner@bloomera.example', 'order.ship', 'order', gen_random_uuid()::text
      from generate_series(1, 1000) n`)
    const references = await startReferences(shop.address, url)
    try {
      const products = rows.map(({ id }) => id)
      const bench = { shop, pids: await shopPids(shop), client, square, products, references }
      return await measureAll(bench, await signIn(shop.address, { DATABASE_URL: url }))
    } finally {
      references.stop()
    }
  } finally {
    await client.end()
    shop.child.kill('SIGTERM')
    await shop.ended
    await square.close()
    await postgres.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAll(bench: Bench, cookie: string) {
  const { shop, products, references } = bench
  const get = (times: number, url: string, status = 200) => repeat(times, () => expectStatus(status, url))
  const desk = (screen: string) =>
    repeat(15, () => expectStatus(200, shop.address + screen, { cookie, accept: 'text/html' }))
  const productPages = products.map((id) => `/products/${id}`)
  const rounds: Record<string, Round> = {
    note: repeat(15, () => changeReviews(bench)),
    product: () => renderAll(bench, productPages),
    shopAll: () => renderAll(bench, ['/shop-all']),
    search: get(30, `${shop.address}/shop-all?search=rose`),
    missing: get(300, `${shop.address}/nothing/here`, 404),
    cachedHome: get(300, shop.address),
    quote: repeat(60, () => quote(bench)),
    paidOrder: () => payOrders(bench, 15),
    deskToday: desk('/admin'),
    deskActivity: desk('/admin/audit'),
    deskOrders: desk('/admin/orders'),
  }
  const referenceRounds: Record<string, Round> = {
    bareServer: get(300, references.address),
    queryAndTemplate: get(300, `${references.address}/template`),
  }
  for (const [name, round] of Object.entries({ ...rounds, ...referenceRounds })) {
    process.stderr.write(`  warming up: ${name}\n`)
    for (let turn = 0; turn < WARM_UP_ROUNDS; turn += 1) await round()
  }
  const idle = await idleCost(bench)
  const costs: Record<string, number[]> = {}
  const measure = async (name: string, round: Round, meter: Meter) =>
    (costs[name] ??= []).push(await costOf(meter, round))
  for (let turn = 1; turn <= ROUNDS; turn += 1) {
    process.stderr.write(`  round ${turn} of ${ROUNDS}\n`)
    for (const [name, round] of Object.entries(rounds)) await measure(name, round, { pids: bench.pids, idle })
    for (const [name, round] of Object.entries(referenceRounds))
      await measure(name, round, { pids: references.pids, idle: 0 })
  }
  const note = median(costs.note ?? [])
  const perRender: Record<string, number> = { product: note / products.length, shopAll: note }
  return {
    idleMsPerSecond: rounded(idle),
    cpuMs: Object.fromEntries(
      Object.entries(costs).map(([name, values]) => [name, rounded(median(values) - (perRender[name] ?? 0))]),
    ),
    /** How much the rounds differ. */
    apart: Object.fromEntries(
      Object.entries(costs).map(([name, values]) => [name, rounded(Math.max(...values) - Math.min(...values))]),
    ),
  }
}

async function idleCost({ pids }: Bench): Promise<number> {
  // Work left over from earlier requests.
  await pause(IDLE_MS / 2)
  const [start, before] = [performance.now(), await cpuMs(pids)]
  await pause(IDLE_MS)
  return ((await cpuMs(pids)) - before) / ((performance.now() - start) / 1000)
}

/** CPU time of these processes, less what they spend per second anyway. */
type Meter = { pids: number[]; idle: number }

async function costOf({ pids, idle }: Meter, round: Round): Promise<number> {
  const [start, before] = [performance.now(), await cpuMs(pids)]
  const times = await round()
  const idleMs = (idle * (performance.now() - start)) / 1000
  return ((await cpuMs(pids)) - before - idleMs) / times
}

function repeat(times: number, work: () => Promise<void>): Round {
  return async () => {
    for (let turn = 0; turn < times; turn += 1) await work()
    return times
  }
}

const RENDERS = 32
/** Long enough for every process to be notified of a change. */
const NOTE_MS = 40

/** All pages with ratings are outdated after this, as after any change to a review. */
async function changeReviews({ client }: Bench): Promise<void> {
  await client.query(`select notify_processes('page_tags', 'reviews')`)
  await pause(NOTE_MS)
}

/** Rendered pages; one that came from memory because the notification was late doesn't count. */
async function renderAll(bench: Bench, paths: readonly string[]): Promise<number> {
  const { shop } = bench
  const before = await readMisses(shop)
  for (let renders = 0; renders < RENDERS; renders += paths.length) {
    await changeReviews(bench)
    for (const one of paths) await expectStatus(200, shop.address + one)
  }
  return (await readMisses(shop)) - before
}

async function readMisses(shop: ShopProcess): Promise<number> {
  const { text } = await ask(`${shop.address}/metrics`, { authorization: `Bearer ${METRICS_TOKEN}` })
  return Number(/shop_page_cache\{what="misses"\} (\d+)/.exec(text())?.[1])
}

async function quote({ shop }: Bench): Promise<void> {
  const { items, shippingAddress } = anOrder()
  await expectStatus(200, `${shop.address}/functions/v1/quote-order`, {}, { items, state: shippingAddress.state })
}

/** Including what follows: sending emails and handling webhook events. A late one counts toward the next measurement. */
async function payOrders({ shop, square, client }: Bench, count: number): Promise<number> {
  for (let turn = 0; turn < count; turn += 1) {
    const body = { ...anOrder(), sourceId: await square.tokenize() }
    await expectStatus(200, `${shop.address}/functions/v1/process-square-payment`, {}, body)
  }
  await eventually(async () => {
    const { rows } = await client.query<{ waiting: number }>(
      `select ((select count(*) from outbox where state = 'waiting')
        + (select count(*) from webhook_events where state = 'waiting'))::int as waiting`,
    )
    return rows[0]?.waiting === 0
  }, 60_000)
  return count
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
