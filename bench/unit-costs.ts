/**
 * What one order and one page view leave behind: rows, disk, CPU time of PostgreSQL, emails, webhooks and
 * bytes on the wire. docs/internet-scale.md multiplies them. Counts are exact; CPU times depend on the machine.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { anOrder } from '../test/an-order.ts'
import { eventually } from '../test/eventually.ts'
import { freePort } from '../test/free-port.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { startShopProcess } from '../test/shop-process.ts'
import { startTestEmulator } from '../test/square-emulator.ts'

const WARM_UP = 20
const ORDERS = 100
const SEARCHES = 50
const MS_PER_TICK = 10
const PAGES = { home: '/', product: '/products/pure-bloom', list: '/shop-all' }

type Counters = {
  diskBytes: number
  updated: number
  deleted: number
  cpuMs: number
}

export async function measureUnitCosts() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startPostgres(folder)
  await postgres.server.createDatabase('shop')
  const url = `${postgres.address}/shop`
  const port = await freePort()
  const address = `http://localhost:${port}`
  const webhook = `${address}/webhooks/square`
  const square = await startTestEmulator({ webhook: { url: webhook, signatureKey: 'emulator-signature-key' } })
  const shop = await startShopProcess({
    PORT: String(port),
    PUBLIC_URL: address,
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    WEB_CONCURRENCY: '1',
    DEMO_DATA: 'off',
    // Otherwise searches would wait to stay within their share of the time.
    RENDER_SHARE: '100',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: url,
    SQUARE_BASE_URL: square.address,
    SQUARE_WEBHOOK_URL: webhook,
  })
  const client = new pg.Client({ connectionString: url })
  try {
    await eventually(async () => (await fetch(`${address}/readyz`)).ok, 600_000)
    await client.connect()
    const pageBytes = Object.fromEntries(
      await Promise.all(
        Object.entries(PAGES).map(async ([name, page]) => [name, await bytesOf(address + page)] as const),
      ),
    )
    const settled = async () => {
      const { rows } = await client.query<{ waiting: number }>(
        `select ((select count(*) from outbox where state = 'waiting')
          + (select count(*) from webhook_events where processed_at is null))::int as waiting`,
      )
      return rows[0]?.waiting === 0
    }
    const order = async (turn: number) => {
      const response = await fetch(`${address}/functions/v1/process-square-payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${turn >> 8}.${turn & 255}` },
        body: JSON.stringify({ ...anOrder(), sourceId: await square.tokenize() }),
      })
      // 202: the machine is busy, and a worker finds out the outcome.
      if (!response.ok) throw new Error(`an order has status ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    /** Searches are rendered each time; a page from memory doesn't query the database. */
    async function searchCost(): Promise<number> {
      const before = await readCounters(client, postgres.databaseDir)
      const started = performance.now()
      for (let turn = 0; turn < SEARCHES; turn += 1) {
        const headers = { 'x-forwarded-for': `10.2.0.${turn}` }
        const response = await fetch(`${address}/shop-all?search=rose`, { headers })
        if (response.status !== 200) throw new Error(`a search has status ${response.status}`)
        await response.arrayBuffer()
      }
      const after = await readCounters(client, postgres.databaseDir)
      return (after.cpuMs - before.cpuMs - (idle.cpuMs * (performance.now() - started)) / 1000) / SEARCHES
    }
    for (let turn = 0; turn < WARM_UP; turn += 1) await order(turn)
    await eventually(settled, 120_000)
    const idle = await idleCost(client, postgres.databaseDir)
    const [before, mailsBefore, webhooksBefore] = [
      await readCounters(client, postgres.databaseDir),
      await count(client, 'outbox'),
      (await square.ledger()).webhooks.length,
    ]
    const insertsBefore = await insertsByTable(client)
    const started = performance.now()
    for (let turn = 0; turn < ORDERS; turn += 1) await order(WARM_UP + turn)
    await eventually(settled, 300_000)
    const seconds = (performance.now() - started) / 1000
    const after = await readCounters(client, postgres.databaseDir)
    /** Per order, the most first. */
    const inserted = Object.fromEntries(
      Object.entries(await insertsByTable(client))
        .map(([name, rows]) => [name, rounded((rows - (insertsBefore[name] ?? 0)) / ORDERS)] as const)
        .filter(([, rows]) => rows > 0)
        .toSorted(([, one], [, other]) => other - one),
    )
    const searchCpuMs = await searchCost()
    const each = (name: keyof Counters) => (after[name] - before[name] - idle[name] * seconds) / ORDERS
    return {
      orders: ORDERS,
      order: {
        diskBytes: Math.round((after.diskBytes - before.diskBytes) / ORDERS),
        rowsInserted: rounded(Object.values(inserted).reduce((sum, rows) => sum + rows, 0)),
        rowsUpdated: rounded(each('updated')),
        rowsDeleted: rounded(each('deleted')),
        postgresCpuMs: rounded(each('cpuMs')),
        emails: rounded(((await count(client, 'outbox')) - mailsBefore) / ORDERS),
        webhooks: rounded(((await square.ledger()).webhooks.length - webhooksBefore) / ORDERS),
      },
      searchPostgresCpuMs: rounded(searchCpuMs),
      idlePostgresCpuMsPerSecond: rounded(idle.cpuMs),
      inserted,
      tables: await tableSizes(client),
      pageBytes,
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

const IDLE_SECONDS = 15

/** Per second: queues are polled and notes are purged even if nothing is bought. */
async function idleCost(client: pg.Client, databaseDir: string): Promise<Counters> {
  const before = await readCounters(client, databaseDir)
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
  const after = await readCounters(client, databaseDir)
  const per = (name: keyof Counters) => (after[name] - before[name]) / IDLE_SECONDS
  return {
    diskBytes: 0,
    updated: per('updated'),
    deleted: per('deleted'),
    cpuMs: per('cpuMs'),
  }
}

async function readCounters(client: pg.Client, databaseDir: string): Promise<Counters> {
  // Sessions report their statistics once they have been idle for a moment.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { rows } = await client.query<Record<Exclude<keyof Counters, 'cpuMs'>, string>>(`
    select (select sum(pg_total_relation_size(relid)) from pg_stat_user_tables) as "diskBytes",
      sum(n_tup_upd) as updated, sum(n_tup_del) as deleted from pg_stat_user_tables`)
  const row = rows[0]
  if (!row) throw new Error('PostgreSQL reports no statistics')
  return {
    diskBytes: Number(row.diskBytes),
    updated: Number(row.updated),
    deleted: Number(row.deleted),
    cpuMs: await serverCpuMs(databaseDir),
  }
}

/** Of the server and all its processes, including ended ones, whose time is counted for their parent. */
async function serverCpuMs(databaseDir: string): Promise<number> {
  const server = Number((await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
  let ticks = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(pid) !== server && Number(fields[1]) !== server) continue
    ticks += Number(fields[11]) + Number(fields[12])
    if (Number(pid) === server) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks * MS_PER_TICK
}

async function count(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function insertsByTable(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    // The disk probe occasionally writes many rows and rolls them back.
    `select relname as name, n_tup_ins as rows from pg_stat_user_tables where relname <> 'disk_probe'`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)]))
}

/** The largest, with their indexes. */
async function tableSizes(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(`
    select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables
    where relname in ('orders', 'order_lines', 'payment_attempts', 'outbox', 'webhook_events', 'notices', 'audit_log')
    order by 2 desc`)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** The page itself, compressed as browsers get it, with its head. */
async function bytesOf(url: string): Promise<number> {
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      http
        .get(url, { agent: false, headers: { 'accept-encoding': 'br', connection: 'close' } }, (response) => {
          const { socket } = response
          response.resume()
          response.on('end', () => resolve(socket.bytesRead))
        })
        .on('error', reject)
    })
  await ask()
  return ask()
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
