import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#emulators/square/faults.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { buy, type Told } from './buyer.ts'
import { findBreaches, waitingWork } from './invariants.ts'
import { createRandom } from './random.ts'
import { askForBottles, findRequestBreaches, payRequest, type ToldLater } from './requests.ts'

export type ChaosOptions = {
  engine: 'pglite' | 'postgres'
  seed: number
  checkouts: number
  /** Concurrent buyers. */
  width: number
  say: (line: string) => void
}

export type ChaosReport = {
  checkouts: number
  kills: number
  paid: number
  failed: number
  unheard: number
  /** Requests that were paid. */
  paidLater: number
  captures: number
  breaches: string[]
}

const CODES = ['CHAOS-ONCE-A', 'CHAOS-ONCE-B', 'CHAOS-ONCE-C', 'CHAOS-FIVE', 'CHAOS-MANY']
const SWITCHES: Fault[] = [
  'webhook-lost',
  'webhook-dup',
  'webhook-late',
  'webhook-reorder',
  '500-before',
  '500-after',
  '429',
  'reset-after',
  'slow',
]
const SECRET_KEY = 'a key that all processes of this run share'
/** One in this many orders has a later payment request. */
const ORDERS_PER_REQUEST = 4
/** A safety limit that even a busy machine doesn't reach unless something is wrong. */
const PATIENCE_MS = 240_000
const SETTLE_MS = 180_000

/** Hundreds of buyers pay while processes are killed, responses are lost and webhook events arrive twice or never. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { engine, seed, say } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-'))
  const random = createRandom(seed)
  const firstPort = await freePort()
  const ports = engine === 'pglite' ? [firstPort] : [firstPort, await freePort()]
  const postgres = engine === 'postgres' ? await startPostgres(folder) : undefined
  await postgres?.server.createDatabase('chaos')
  const webhookUrl = `http://localhost:${firstPort}/webhooks/square`
  const square = await startTestEmulator({
    webhook: { url: webhookUrl, signatureKey: 'emulator-signature-key' },
    timing: {
      listLagMs: 800,
      refundMs: 200,
      webhookRetryMs: [300, 600, 1200, 2400],
      slowMs: 700,
      webhookTimeoutMs: 3000,
    },
  })
  const shops = createShops({ ports, folder, square, webhookUrl, databaseUrl: postgres && `${postgres.address}/chaos` })
  const open = (): Promise<Database> | Database =>
    postgres ? openPostgres({ url: `${postgres.address}/chaos` }) : openPglite(path.join(folder, 'data'))

  const market = openMarket<Told>(options.checkouts, [])

  try {
    await shops.startFirst()
    // On PostgreSQL a shop listens before its tables exist.
    await eventually(async () => (await fetch(`http://localhost:${firstPort}/readyz`)).ok)
    await withDatabase(engine, shops, open, addCodes)
    const [kills] = await Promise.all([
      breakThings({ random: createRandom(seed + 1), shops, square, market }),
      buyAll(options, { square, shops, random, market }),
    ])
    const { told } = market
    await square.clearFaults()
    const later = await payLater(options, { square, shops, random, open })
    await square.clearFaults()
    const breaches = await settle({ engine, shops, open, square, told, later, folder })
    const ledger = await square.ledger()
    const paidLater = later.filter(({ outcome }) => outcome === 'paid').length
    const count = (outcome: Told['outcome']) => told.filter((one) => one.outcome === outcome).length
    say(
      `${engine}: ${told.length} checkouts, ${kills} kills, ${count('paid')} paid, ${count('failed')} refused, ${count('nothing')} left, ${paidLater} of ${later.length} paid later`,
    )
    return {
      checkouts: told.length,
      kills,
      paid: count('paid'),
      failed: count('failed'),
      unheard: count('nothing'),
      paidLater,
      captures: Object.keys(ledger.captures).length,
      breaches,
    }
  } finally {
    market.close()
    await shops.stopAll()
    await square.close()
    await postgres?.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type ShopDeps = {
  ports: number[]
  folder: string
  square: TestEmulator
  webhookUrl: string
  databaseUrl: string | undefined
}

/** The shop's processes, and the address of one that should be up. */
function createShops({ ports, folder, square, webhookUrl, databaseUrl }: ShopDeps) {
  const running = new Map<number, ShopProcess>()
  const logs: string[] = []

  async function start(port: number): Promise<void> {
    const shop = await startShopProcess({
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      // Not the mode's default, so that all processes sign the same links.
      SECRET_KEY,
      DATA_DIR: path.join(folder, 'data'),
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      DEMO_DATA: 'off',
      PAYMENT_TIMINGS: 'fast',
      SQUARE_BASE_URL: square.address,
      SQUARE_WEBHOOK_URL: webhookUrl,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
    if (!shop.address) throw new Error(`the shop did not start: ${shop.output()}`)
    running.set(port, shop)
  }

  async function end(port: number, by: (shop: ShopProcess) => Promise<void>): Promise<void> {
    const shop = running.get(port)
    if (!shop) return
    running.delete(port)
    await by(shop)
    logs.push(shop.output())
  }

  return {
    ports,
    startFirst: async () => {
      for (const port of ports) await start(port)
    },
    log: () => logs.join('') + [...running.values()].map((shop) => shop.output()).join(''),
    /** kill -9 of the worker; its supervisor starts another one. */
    async killWorker(port: number): Promise<void> {
      const [pid] = (await running.get(port)?.workers()) ?? []
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await eventually(() => isHealthy(port), 120_000)
    },
    async crash(port: number): Promise<void> {
      await end(port, (shop) => shop.crash())
      await start(port)
    },
    async stopAll(): Promise<void> {
      for (const port of ports)
        await end(port, async (shop) => {
          shop.child.kill('SIGTERM')
          await shop.ended
        })
    },
  }
}

type Shops = ReturnType<typeof createShops>

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** PGlite belongs to one process, so the shop is stopped for a moment. */
async function withDatabase<T>(
  engine: ChaosOptions['engine'],
  shops: Shops,
  open: () => Promise<Database> | Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (engine === 'pglite') await shops.stopAll()
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
    if (engine === 'pglite') await shops.startFirst()
  }
}

async function addCodes(database: Database): Promise<void> {
  await database.withConnection((connection) =>
    connection.exec(`insert into discount_codes (code, kind, percent, total_limit) values
      ${CODES.map((code) => `('${code}', 'percent', 10, ${limitOf(code)})`).join(', ')}`),
  )
}

function limitOf(code: string): string {
  if (code.startsWith('CHAOS-ONCE')) return '1'
  return code === 'CHAOS-FIVE' ? '5' : 'null'
}

/** The buyers who have finished or given up so far. */
function openMarket<One>(checkouts: number, told: One[]) {
  let isClosed = false
  const isOver = () => isClosed || told.length >= checkouts
  return {
    told,
    isOver,
    /** Ends the run, even if one side has failed. */
    close: () => void (isClosed = true),
    /** Waits until this many more have left, or all have. */
    async seeLeave(count: number): Promise<void> {
      const target = told.length + count
      while (told.length < target && !isOver()) await sleep(20)
    },
  }
}

type Market<One> = ReturnType<typeof openMarket<One>>

type BreakParts = {
  random: ReturnType<typeof createRandom>
  shops: Shops
  square: TestEmulator
  market: Pick<Market<unknown>, 'isOver' | 'seeLeave'>
}

/** A restart costs as much as dozens of checkouts, so provider faults are more frequent than kills. */
const FAULTS_PER_KILL = 4

/**
 * Injects provider faults, and occasionally kills a process at a random moment and restarts it. It is paced by the
 * buyers, not the clock: if a start took longer than the pause before the next kill, nothing would be sold.
 */
async function breakThings({ random, shops, square, market }: BreakParts): Promise<number> {
  let kills = 0
  for (let faults = 1; ; faults += 1) {
    await market.seeLeave(random.between(0, 3))
    await square.setFault(random.pick(SWITCHES), { count: random.between(1, 3), delayMs: random.between(200, 1000) })
    await sleep(random.between(0, 1000))
    if (market.isOver()) return kills
    // The first fault comes with a kill, so that the shortest run has one.
    if (faults % FAULTS_PER_KILL !== 1) continue
    kills += 1
    const port = random.pick(shops.ports)
    await (random.chance(0.5) ? shops.crash(port) : shops.killWorker(port))
  }
}

type BuyParts = { square: TestEmulator; shops: Shops; random: ReturnType<typeof createRandom>; market: Market<Told> }

async function buyAll(
  { checkouts, width, seed }: ChaosOptions,
  { square, shops, random, market }: BuyParts,
): Promise<void> {
  let next = 0
  async function stand(): Promise<void> {
    while (next < checkouts && !market.isOver()) {
      next += 1
      market.told.push(
        await buy({
          random: createRandom(seed * 100_003 + next),
          square,
          shopAddress: () => `http://localhost:${random.pick(shops.ports)}`,
          codes: CODES,
          patienceMs: PATIENCE_MS,
          isOver: market.isOver,
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: width }, stand))
}

/** Some buyers are asked to pay for one more bottle, and do so while everything breaks again. */
async function payLater(
  { engine, seed, checkouts, width }: ChaosOptions,
  { square, shops, random, open }: Omit<BuyParts, 'market'> & Pick<SettleParts, 'open'>,
): Promise<ToldLater[]> {
  const limit = Math.ceil(checkouts / ORDERS_PER_REQUEST)
  const asked = await withDatabase(engine, shops, open, (database) => askForBottles(database, limit))
  const told: ToldLater[] = []
  const market = openMarket(asked.length, told)
  const stand = async (): Promise<void> => {
    for (let one = asked.pop(); one && !market.isOver(); one = asked.pop())
      told.push(
        await payRequest(one, SECRET_KEY, {
          random: createRandom(seed * 200_003 + asked.length),
          square,
          shopAddress: () => `http://localhost:${random.pick(shops.ports)}`,
          codes: CODES,
          patienceMs: PATIENCE_MS,
          isOver: market.isOver,
        }),
      )
  }
  try {
    const buyers = Promise.all(Array.from({ length: width }, stand))
    await Promise.all([breakThings({ random: createRandom(seed + 2), shops, square, market }), buyers])
  } finally {
    market.close()
  }
  return told
}

type SettleParts = {
  engine: ChaosOptions['engine']
  shops: Shops
  open: () => Promise<Database> | Database
  square: TestEmulator
  told: readonly Told[]
  later: readonly ToldLater[]
  folder: string
}

/** Waits until the shop has settled everything, and checks the result. */
async function settle({ engine, shops, open, square, told, later, folder }: SettleParts): Promise<string[]> {
  const end = performance.now() + SETTLE_MS
  for (;;) {
    await sleep(8000)
    const breaches = await withDatabase(engine, shops, open, async (database) => {
      const evidence = {
        database,
        ledger: await square.ledger(),
        told,
        mailbox: path.join(folder, 'data/mailbox'),
        log: shops.log(),
      }
      return [
        ...(await waitingWork(database)),
        ...(await findBreaches(evidence)),
        ...(await findRequestBreaches(database, evidence.ledger, later)),
      ]
    })
    if (breaches.length === 0 || performance.now() > end) return breaches
  }
}
