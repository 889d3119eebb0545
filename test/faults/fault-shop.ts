import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { openWire, type Wire } from './wire.ts'

export type Engine = 'pglite' | 'postgres'

/**
 * A shop whose connections to Square and, on PostgreSQL, to its database can be broken. On PostgreSQL a second process
 * with intact connections takes over what the first one leaves; PGlite belongs to one process alone. No webhooks: late
 * payments must be found without them.
 */
export type FaultShop = {
  engine: Engine
  victim: ShopProcess
  /** Where a buyer goes who gets no response. */
  otherAddress: string
  square: TestEmulator
  wires: { square: Wire; database?: Wire }
  /** Stops the victim at once, as a VM snapshot would, until it is resumed. */
  pause: () => void
  resume: () => void
  /** Returns true if the victim has exited on its own since the last call; its supervisor has restarted it by then. */
  hasEnded: () => Promise<boolean>
  /** Stops the victim before its n-th query from now on; PGlite only. */
  stopAtQuery: (n: number) => Promise<void>
  /** Expires the leases of all open charges in the database. */
  passTime: () => Promise<void>
  /** The victim's database while `work` runs: PGlite is lent by the shop. */
  withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  mailbox: string
  log: () => string
  close: () => Promise<void>
}

export const SECRET_KEY = 'a key that all processes of this run share'
const READY_MS = 180_000
/** Longer than the lease of a charge in the fast timings. */
const LEASE_PASSES_MS = 6500
/** A paused process may hold a row lock that this would wait for. */
const AGE = `set lock_timeout = 200; update payment_attempts
  set lease_until = now(), missing_since = now() - interval '1 hour' where state in ('sending', 'unknown')`

/** The itemized order and the charge; the shop also polls payments and refunds on its own schedule. */
function isOfCheckout(sent: string): boolean | undefined {
  const [, method, url] = /^([A-Z]+) (\/\S*) HTTP/.exec(sent) ?? []
  return method && url ? method === 'POST' && /^\/v2\/(?:orders|payments)$/.test(url) : undefined
}

export async function openFaultShop(engine: Engine, folder: string): Promise<FaultShop> {
  const square = await startTestEmulator({ timing: { listLagMs: 100, refundMs: 50, slowMs: 700 } })
  const wires: FaultShop['wires'] = { square: await openWire(Number(new URL(square.address).port), isOfCheckout) }
  const postgres = engine === 'postgres' ? await startPostgres(folder) : undefined
  await postgres?.server.createDatabase('faults')
  if (postgres) wires.database = await openWire(Number(new URL(postgres.address).port))
  const direct = postgres && openPostgres({ url: `${postgres.address}/faults`, maxConnections: 2 })
  const faultPort = await freePort()
  const logs: string[] = []

  function start(isVictim: boolean): Promise<ShopProcess> {
    const url = postgres && new URL(`${postgres.address}/faults`)
    if (url && isVictim) url.port = String(wires.database?.port)
    return startShopProcess({
      NODE_ENV: 'test',
      SECRET_KEY,
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      DEMO_DATA: 'off',
      PAYMENT_TIMINGS: 'fast',
      SQUARE_BASE_URL: isVictim ? `http://127.0.0.1:${wires.square.port}` : square.address,
      ...(url && { DATABASE_URL: url.href }),
      ...(engine === 'pglite' && {
        FAULT_PORT: String(faultPort),
        NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'stop-at-query.mjs')}`,
      }),
    })
  }

  async function close(): Promise<void> {
    await end(shop.victim)
    await end(other)
    await direct?.close()
    await wires.square.close()
    await wires.database?.close()
    await square.close()
    await postgres?.server.stop()
  }

  /** Looked up in advance: a pause can't wait for the process list. */
  let workers: number[] = []

  async function startVictim(): Promise<ShopProcess> {
    const victim = await start(true)
    workers = await victim.workers()
    return victim
  }

  const shop: { victim: ShopProcess } = { victim: await startVictim() }
  // On PostgreSQL a shop listens before its tables exist.
  const other = postgres ? await start(false) : undefined
  try {
    for (const one of other ? [shop.victim, other] : [shop.victim]) await becomeReady(one)
  } catch (error) {
    await close()
    throw error
  }

  async function becomeReady({ address }: ShopProcess): Promise<void> {
    await eventually(async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok === true, READY_MS)
  }

  function signalWorkers(signal: NodeJS.Signals): void {
    for (const pid of workers) {
      try {
        process.kill(pid, signal)
      } catch {
        // It exited; hasEnded reports that.
      }
    }
  }

  async function end(one: ShopProcess | undefined): Promise<void> {
    if (one === shop.victim) signalWorkers('SIGCONT')
    one?.child.kill('SIGTERM')
    await one?.ended
    logs.push(one?.output() ?? '')
  }

  return {
    engine,
    get victim() {
      return shop.victim
    },
    get otherAddress() {
      return other?.address ?? shop.victim.address
    },
    square,
    wires,
    pause: () => signalWorkers('SIGSTOP'),
    resume: () => signalWorkers('SIGCONT'),
    async hasEnded() {
      const before = workers.join()
      if ((await shop.victim.workers()).join() === before) return false
      await becomeReady(shop.victim)
      workers = await shop.victim.workers()
      return true
    },
    async stopAtQuery(n) {
      // A query of the shop's own background work may have just stopped it, and then it doesn't respond.
      const resuming = setInterval(() => signalWorkers('SIGCONT'), 100)
      await fetch(`http://127.0.0.1:${faultPort}/arm/${n}`).finally(() => clearInterval(resuming))
    },
    async passTime() {
      if (direct) await direct.withConnection((connection) => connection.exec(AGE)).catch(() => {})
      else await sleep(LEASE_PASSES_MS)
    },
    async withDatabase(work) {
      if (direct) return work(direct)
      await end(shop.victim)
      const lent = await openPglite(path.join(folder, 'data'))
      try {
        return await work(lent)
      } finally {
        await lent.close()
        shop.victim = await startVictim()
      }
    },
    mailbox: path.join(folder, 'data/mailbox'),
    log: () => logs.join('') + shop.victim.output() + (other?.output() ?? ''),
    close,
  }
}
