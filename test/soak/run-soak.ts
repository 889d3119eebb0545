import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { signIn } from '../../bench/desk.ts'
import type { Told } from '../chaos/buyer.ts'
import { findBreaches, waitingWork } from '../chaos/invariants.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { startTestEmulator } from '../square-emulator.ts'
import { startLoad } from './soak-load.ts'
import { type Measures, takeSample, type Trends, trendsSince } from './watch-process.ts'

export type SoakOptions = { seed: number; minutes: number; say: (line: string) => void }
export type SoakReport = { trends: Trends[]; problems: string[] }

const METRICS_TOKEN = 'the token of the soak'
const START_MS = 600_000
const SETTLE_MS = 240_000
const SAMPLES_PER_RUN = 240
/** The rest of the run is measured. */
const WARM_UP_SHARE = 1 / 3
const MOST_PERCENT = 5
const LOG_ERROR = 50

/** Two processes of the shop on one PostgreSQL under mixed load: what they hold must not grow, and nothing may fail. */
export async function runSoak({ seed, minutes, say }: SoakOptions): Promise<SoakReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'))
  const postgres = await startPostgres(folder)
  await postgres.server.createDatabase('shop')
  const url = `${postgres.address}/shop`
  const ports = [await freePort(), await freePort()]
  const webhookUrl = `http://localhost:${ports[0]}/webhooks/square`
  const square = await startTestEmulator({ webhook: { url: webhookUrl, signatureKey: 'emulator-signature-key' } })
  const database = openPostgres({ url, statementTimeoutMs: 60_000 })
  const shops: ShopProcess[] = []
  const dataDir = path.join(folder, 'data')
  const over = new AbortController()
  try {
    for (const port of ports) {
      const shop = await startShopProcess({
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${ports[0]}`,
        SECRET_KEY: 'a key that both processes of this run share',
        DATA_DIR: dataDir,
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
        TRUST_PROXY: '1',
        WEB_CONCURRENCY: '1',
        DATABASE_URL: url,
        SQUARE_BASE_URL: square.address,
        SQUARE_WEBHOOK_URL: webhookUrl,
        METRICS_TOKEN,
      })
      shops.push(shop)
      await eventually(async () => (await fetch(`http://localhost:${port}/readyz`)).ok, START_MS).catch(() => {
        throw new Error(`the shop did not start:\n${shop.output().slice(-2000)}`)
      })
    }
    const addresses = ports.map((port) => `http://localhost:${port}`)
    const cookie = await signIn(addresses[0] ?? '', { DATABASE_URL: url })
    const told: Told[] = []
    const sql = (statement: string, values?: unknown[]) =>
      database.withConnection((connection) => connection.rows(statement, values))
    const load = startLoad({ seed, addresses, cookie, square, told, sql }, over.signal)

    const measures = await watch({ minutes, shops, addresses, say })
    over.abort()
    await load.ended
    await eventually(async () => (await waitingWork(database)).length === 0, SETTLE_MS).catch(() => {})
    for (const [name, { done, busy, failures }] of Object.entries(load.tallies))
      say(`  ${name}: ${done}, ${failures.length} failed, ${busy} told to retry later`)

    const log = shops.map((shop) => shop.output()).join('\n')
    const books = { database, ledger: await square.ledger(), told, mailbox: path.join(dataDir, 'mailbox'), log }
    const start = minutes * 60 * WARM_UP_SHARE
    const trends = measures.map((each) => trendsSince(each, start))
    return {
      trends,
      problems: [
        ...Object.entries(load.tallies).flatMap(([name, { done, failures }]) =>
          done === 0 ? [`${name}: nothing was done`] : failures.slice(0, 5),
        ),
        ...trends.flatMap(trendProblems),
        ...logProblems(log),
        ...(await waitingWork(database)),
        ...(await findBreaches(books)),
        ...(told.some(({ outcome }) => outcome === 'paid') ? [] : ['no buyer could pay']),
      ],
    }
  } finally {
    over.abort()
    for (const shop of shops) {
      shop.child.kill('SIGTERM')
      await shop.ended
    }
    await database.close()
    await square.close()
    await postgres.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type WatchParts = {
  minutes: number
  shops: readonly ShopProcess[]
  addresses: readonly string[]
  say: SoakOptions['say']
}

/** Takes samples of both processes until the time is over. */
async function watch({ minutes, shops, addresses, say }: WatchParts): Promise<Measures[]> {
  const measures: Measures[] = shops.map(() => ({ rssMb: [], heapMb: [], descriptors: [] }))
  const pids = await Promise.all(shops.map(async (shop) => (await shop.workers())[0] ?? 0))
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const everySeconds = (minutes * 60) / SAMPLES_PER_RUN
  for (let count = 1; seconds() < minutes * 60; count += 1) {
    await sleep(Math.max(0, count * everySeconds - seconds()) * 1000)
    for (const [index, each] of measures.entries()) {
      const metrics = await readMetrics(addresses[index] ?? '')
      // Left out if the machine was too busy to respond; a process that ended is noticed below.
      if (metrics !== undefined) await takeSample(each, pids[index] ?? 0, metrics, seconds())
    }
    if (count % (SAMPLES_PER_RUN / 12) === 0)
      say(`  ${(seconds() / 60).toFixed(1)} min: ${measures.map((each) => lastOf(each)).join('; ')}`)
  }
  // A process that was replaced in the meantime would look as if it had never grown.
  for (const [index, shop] of shops.entries())
    if (!(await shop.workers()).includes(pids[index] ?? 0))
      throw new Error(`a shop process exited:\n${shop.output().slice(-3000)}`)
  return measures
}

async function readMetrics(address: string): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const response = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(30_000) })
    const text = await response.text()
    return response.status === 200 ? text : undefined
  } catch {
    return undefined
  }
}

const UNITS = { rssMb: 'MB of memory', heapMb: 'MB of heap', descriptors: 'descriptors' }

function lastOf(measures: Measures): string {
  return Object.entries(UNITS)
    .map(([name, unit]) => `${(measures[name as keyof Measures].at(-1)?.value ?? 0).toFixed(0)} ${unit}`)
    .join(', ')
}

function trendProblems(trends: Trends, index: number): string[] {
  return Object.entries(trends)
    .filter(([, { percent }]) => percent >= MOST_PERCENT)
    .map(
      ([name, { percent, first, last }]) =>
        `process ${index + 1}: ${UNITS[name as keyof Trends]} grew by ${percent.toFixed(1)} % (${first.toFixed(0)} to ${last.toFixed(0)})`,
    )
}

/** Logged errors, each kind once, and any output of Node itself. */
function logProblems(log: string): string[] {
  const counts = new Map<string, number>()
  for (const line of log.split('\n').filter((each) => each.trim() !== '')) {
    const said = line.startsWith('{') ? errorOf(line) : /error|warning|exception/i.test(line) ? line : undefined
    if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].map(([said, count]) => `the log says ${count} times: ${said}`)
}

function errorOf(line: string): string | undefined {
  const { level, msg, err } = JSON.parse(line) as {
    level: number
    msg: string
    err?: { message: string; cause?: { message: string } }
  }
  if (level < LOG_ERROR) return undefined
  return `${msg}: ${err?.cause?.message ?? err?.message ?? ''}`
}
