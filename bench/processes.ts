/**
 * Throughput with one, two and four processes of the shop on one PostgreSQL, and the memory of each. The visitors and the
 * database run on the same machine and take their share, so the ratio says how the shop scales on a machine like this
 * one. All three shops are open during the whole run, and their rounds alternate.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '../test/eventually.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { startShopProcess } from '../test/shop-process.ts'
import { loadHomePage, type Round, type Server } from './cached-page.ts'
import { cpuMs, shopPids } from './cpu.ts'
import { median } from './median.ts'

const PROCESSES = [1, 2, 4]
const ROUNDS = 5
const ROUND_MS = 3000
const VISITORS = 16
/** Not cached, so each is rendered. */
const SEARCH = '/shop-all?search=rose'

type OpenShop = Server & { workers: number[]; end: () => Promise<void> }

export async function measureProcesses() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startPostgres(folder)
  const shops: OpenShop[] = []
  try {
    for (const count of PROCESSES) shops.push(await openShop(count, folder, postgres))
    const kinds = { cached: loadHomePage, rendered: loadSearch }
    const rounds = shops.map(() => ({ cached: [] as Round[], rendered: [] as Round[] }))
    for (const shop of shops) for (const load of Object.values(kinds)) await load(shop)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, load] of Object.entries(kinds))
        for (const [index, shop] of shops.entries()) rounds[index]?.[name as keyof typeof kinds].push(await load(shop))
    const figures = await Promise.all(
      shops.map(async ({ workers }, index) => {
        const of = (kind: keyof typeof kinds) => {
          const taken = rounds[index]?.[kind] ?? []
          return {
            requestsPerSecond: rounded(median(taken.map(({ requestsPerSecond }) => requestsPerSecond))),
            cpuMs: rounded(median(taken.map((each) => each.cpuMs))),
          }
        }
        const memory = await Promise.all(workers.map(memoryOf))
        return {
          processes: workers.length,
          cached: of('cached'),
          rendered: of('rendered'),
          residentMb: Math.round(median(memory.map(({ residentMb }) => residentMb))),
          ownMb: Math.round(median(memory.map(({ ownMb }) => ownMb))),
        }
      }),
    )
    return { cores: availableParallelism(), shops: figures }
  } finally {
    for (const shop of shops) await shop.end()
    await postgres.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openShop(
  count: number,
  folder: string,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
): Promise<OpenShop> {
  const name = `shop${count}`
  await postgres.server.createDatabase(name)
  const shop = await startShopProcess({
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    WEB_CONCURRENCY: String(count),
    DATA_DIR: path.join(folder, name),
    DATABASE_URL: `${postgres.address}/${name}`,
    // Otherwise searches would wait to stay within their share of the time.
    RENDER_SHARE: '100',
  })
  await eventually(async () => (await shop.workers()).length === count, 600_000)
  await eventually(async () => (await fetch(`${shop.address}/readyz`)).ok, 600_000)
  return {
    address: shop.address,
    pids: await shopPids(shop),
    workers: await shop.workers(),
    async end() {
      shop.child.kill('SIGTERM')
      await shop.ended
    },
  }
}

let visitors = 0

/** Separate connections, so that all processes get some; each search from another address, because of the limits. */
async function loadSearch({ address, pids }: Server): Promise<Round> {
  const before = await cpuMs(pids)
  const start = performance.now()
  let requests = 0
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      while (performance.now() < start + ROUND_MS) {
        visitors += 1
        const from = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
        const status = await new Promise<number | undefined>((resolve, reject) => {
          http
            .get(
              address + SEARCH,
              { agent, headers: { 'accept-encoding': 'br', 'x-forwarded-for': from } },
              (response) => {
                response.resume()
                response.on('end', () => resolve(response.statusCode))
              },
            )
            .on('error', reject)
        })
        if (status === 200) requests += 1
        // More at once than can be rendered: the shop refuses the rest instead of letting them wait.
        else if (status !== 503) throw new Error(`a search has status ${status}`)
      }
      agent.destroy()
    }),
  )
  const seconds = (performance.now() - start) / 1000
  return { requestsPerSecond: requests / seconds, cpuMs: ((await cpuMs(pids)) - before) / requests }
}

/** Total memory, and the part not shared with others: Node's code is in memory once. */
async function memoryOf(pid: number): Promise<{ residentMb: number; ownMb: number }> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1024
  return { residentMb: mb('Rss'), ownMb: mb('Private_Clean') + mb('Private_Dirty') }
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
