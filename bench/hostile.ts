/**
 * Measures how a flood of expensive cache misses affects readers of cached pages: `node bench/hostile.ts`. A thousand
 * clients with different addresses request pages that were never requested before, while a few readers fetch cached
 * pages at a steady rate. Rounds with and without the flood alternate and are compared. Loopback only, and over in a
 * minute. `--engine postgres` puts the data into a PostgreSQL server, as production does. Exits with 1 if cached pages got
 * twice as slow, and with 2 if the machine was too noisy to tell.
 *
 * Only an idle machine gives meaningful results. On a busy one, all rounds measure how long the shop waits for a CPU;
 * `shopWaitedForCpu` is that time as a share of the round, where the system reports it.
 */
import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres-server.ts'
import { startShopProcess } from '../test/shop-process.ts'
import { judgeFlood } from './flood-verdict.ts'
import { median } from './median.ts'

const CLIENTS = 1000
const READERS = 20
const ROUNDS = 3
const ROUND_MS = 8000
const CACHED = ['/', '/shop-all', '/about', '/ingredients', '/products/pure-bloom', '/reviews']

type Round = { pages: number[]; health: number[]; statuses: Record<string, number>; waitedForCpu: number }

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

async function get(
  address: string,
  route: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http
    .request(new URL(route, address), { agent, method, headers: { 'accept-encoding': 'br', ...headers } }, resolve)
    .on('error', reject)
    .end()
  const response = await promise
  for await (const chunk of response) void chunk
  return response.statusCode ?? 0
}

async function timed(address: string, route: string): Promise<number> {
  const start = performance.now()
  const status = await get(address, route)
  if (status !== 200) throw new Error(`${route} returned ${status}`)
  return performance.now() - start
}

/** One after the other, as fast as the shop responds; each address is new. */
async function attack(address: string, client: number, counts: Record<string, number>): Promise<never> {
  const from = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
  for (let turn = 0; ; turn += 1) {
    const word = `${client.toString(36)}x${turn.toString(36)}`
    const routes: [route: string, method?: string][] = [
      [`/shop-all?search=oil+${word}`],
      [`/api/suggestions?q=${word}`],
      [`/order/${word}`],
      [`/no/${word}`],
      [`/about.data?_routes=${word}`],
      [`/reviews?page=${turn + client + 2}`],
      ['/admin/sign-in'],
      [`/admin/link/${word}`],
      ['/api/products/pure-bloom/reviews/live', 'HEAD'],
      ['/functions/v1/find-order', 'POST'],
    ]
    const [route, method] = routes[(turn + client) % routes.length] ?? ['/']
    // A made-up session is looked up.
    const headers = { 'x-forwarded-for': from, cookie: `desk=${word}` }
    const status = await get(address, route, { ...(method && { method }), headers }).catch(() => 0)
    counts[status] = (counts[status] ?? 0) + 1
  }
}

/**
 * Real attackers have their own CPUs. On Linux, the shop gets the first core for itself, and everything else the others.
 */
function separateCpus(shopPids: readonly number[]): void {
  const cores = availableParallelism()
  if (process.platform !== 'linux' || cores < 2) return
  const pin = (pid: number, list: string) =>
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, `${pid}`])
  pin(process.pid, `1-${cores - 1}`)
  for (const pid of shopPids) pin(pid, '0')
}

/** Runs in a separate process, to keep its work out of the readers' times. Reports its counts as it goes. */
function runAttackers(address: string): void {
  const counts: Record<string, number> = {}
  for (let client = 1; client <= CLIENTS; client += 1) void attack(address, client, counts)
  // The bench may be gone by then.
  setInterval(() => process.send?.(counts, () => {}), 200)
  process.on('disconnect', () => process.exit())
}

/** Resolves once every client was answered, so that the burst allowance of an idle shop is used up. */
async function startFlood(address: string) {
  const child = fork(import.meta.filename, ['--attack', address])
  let counts: Record<string, number> = {}
  child.on('message', (message) => {
    counts = message as Record<string, number>
  })
  const answers = () => Object.values(counts).reduce((sum, count) => sum + count, 0)
  for (let waited = 0; answers() < 2 * CLIENTS; waited += 100) {
    if (waited > 60_000) throw new Error('the flood did not start: this machine is too busy to measure one')
    await pause(100)
  }
  return {
    async stop(): Promise<Record<string, number>> {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
      return counts
    },
  }
}

/** How long a process has waited for a CPU so far. */
async function cpuWaitMs(pid: number): Promise<number> {
  const schedstat = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  return Number(schedstat.split(' ')[1]) / 1e6
}

async function measure({ address, pid }: { address: string; pid: number }, isFlooded: boolean): Promise<Round> {
  const flood = isFlooded ? await startFlood(address) : undefined
  const waitedBefore = await cpuWaitMs(pid)
  const start = performance.now()
  const end = start + ROUND_MS
  const round: Round = { pages: [], health: [], statuses: {}, waitedForCpu: 0 }
  async function read(reader: number): Promise<void> {
    for (let turn = reader; performance.now() < end; turn += 1) {
      round.pages.push(await timed(address, CACHED[turn % CACHED.length] ?? '/'))
      await pause(20)
    }
  }
  async function watchHealth(): Promise<void> {
    while (performance.now() < end) {
      round.health.push(await timed(address, '/healthz'))
      await pause(50)
    }
  }
  await Promise.all([...Array.from({ length: READERS }, (_, reader) => read(reader)), watchHealth()])
  round.waitedForCpu = ((await cpuWaitMs(pid)) - waitedBefore) / (performance.now() - start)
  if (flood) round.statuses = await flood.stop()
  return round
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function summary(rounds: readonly Round[]) {
  const of = (pick: (round: Round) => number[], share: number) =>
    Number(median(rounds.map((round) => percentile(pick(round), share))).toFixed(2))
  return {
    cachedP50Ms: of(({ pages }) => pages, 0.5),
    cachedP95Ms: of(({ pages }) => pages, 0.95),
    healthP95Ms: of(({ health }) => health, 0.95),
    shopWaitedForCpu: Number(median(rounds.map(({ waitedForCpu }) => waitedForCpu)).toFixed(3)),
    answersToTheFlood: rounds.at(-1)?.statuses,
  }
}

async function main(engine: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-hostile-'))
  const postgres = engine === 'postgres' ? await startPostgres(folder) : undefined
  await postgres?.server.createDatabase('shop')
  const shop = await startShopProcess({
    DATA_DIR: path.join(folder, 'data'),
    ...(postgres && { DATABASE_URL: `${postgres.address}/shop` }),
    // The bench acts as the proxy: only tests may set the address of their requests.
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    ...(process.env.PORT && { PORT: process.env.PORT }),
  })
  const workers = await shop.workers()
  const [pid = 0] = workers
  separateCpus(workers)
  const measured = { address: shop.address, pid }
  // With a database to be set up first, the shop listens before it is ready.
  while ((await get(shop.address, '/readyz')) !== 200) await pause(100)
  for (const route of CACHED) await timed(shop.address, route)
  await measure(measured, false)
  const quiet: Round[] = []
  const flooded: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await measure(measured, false))
    flooded.push(await measure(measured, true))
  }
  shop.child.kill('SIGTERM')
  await shop.ended
  await postgres?.server.stop()
  await rm(folder, { recursive: true, force: true })
  const result = { quiet: summary(quiet), flooded: summary(flooded) }
  const p95s = (rounds: readonly Round[]) => rounds.map(({ pages }) => percentile(pages, 0.95))
  const { exitCode, sentence, ...verdict } = judgeFlood(p95s(quiet), p95s(flooded))
  process.stdout.write(`${JSON.stringify({ engine, clients: CLIENTS, ...result, ...verdict }, null, 2)}\n${sentence}\n`)
  process.exitCode = exitCode
}

const { values } = parseArgs({ options: { attack: { type: 'string' }, engine: { type: 'string', default: 'pglite' } } })
if (values.attack) runAttackers(values.attack)
else await main(values.engine)
