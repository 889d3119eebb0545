import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { buy, type Told } from './chaos/buyer.ts'
import { findBreaches } from './chaos/invariants.ts'
import { createRandom } from './chaos/random.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { startPostgres } from './postgres-server.ts'
import { TEST_SEED } from './seed.ts'
import { startShopProcess } from './shop-process.ts'
import { startTestEmulator } from './square-emulator.ts'

const BUYERS = 6
const OUTAGES = ['fast', 'sessions', 'immediate', 'sessions', 'fast', 'immediate'] as const
const seed = TEST_SEED

test(
  `loses no process and no order when PostgreSQL goes down during payments (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'restarts-'))
    const postgres = await startPostgres(folder)
    await postgres.server.createDatabase('shop')
    const url = `${postgres.address}/shop`
    const port = await freePort()
    const webhookUrl = `http://localhost:${port}/webhooks/square`
    const square = await startTestEmulator({
      webhook: { url: webhookUrl, signatureKey: 'emulator-signature-key' },
      timing: { listLagMs: 300, refundMs: 100, webhookRetryMs: [300, 600, 1200, 2400] },
    })
    const shop = await startShopProcess({
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: url,
      NODE_ENV: 'test',
      TRUST_PROXY: '1',
      DEMO_DATA: 'off',
      PAYMENT_TIMINGS: 'fast',
      SQUARE_BASE_URL: square.address,
      SQUARE_WEBHOOK_URL: webhookUrl,
    })
    const isReady = () => isUp(`${shop.address}/readyz`)
    const state = { isOver: false }
    const told: Told[] = []

    async function keepBuying(buyer: number): Promise<void> {
      for (let order = 0; !state.isOver; order += 1)
        told.push(
          await buy({
            random: createRandom(seed * 1009 + buyer * 101 + order),
            square,
            shopAddress: () => shop.address,
            codes: ['NO-SUCH-CODE'],
            patienceMs: 240_000,
            isOver: () => false,
          }),
        )
    }

    async function causeOutage(outage: (typeof OUTAGES)[number]): Promise<void> {
      // Mid-flight: one buyer has just finished, others are paying.
      const before = told.length
      await eventually(() => told.length > before, 120_000)
      if (outage === 'sessions') return endSessions(url)
      await postgres.shutDown(outage)
      // Long enough for every buyer to run into it.
      await sleep(500)
      await postgres.server.start()
      await eventually(isReady, 60_000)
    }

    try {
      await eventually(isReady)
      const workers = await shop.workers()
      const buying = Promise.all(Array.from({ length: BUYERS }, (_, buyer) => keepBuying(buyer)))
      for (const outage of OUTAGES) await causeOutage(outage)
      state.isOver = true
      await buying
      expect(await shop.workers(), shop.output()).toEqual(workers)
      expect(told.filter(({ outcome }) => outcome === 'paid').length).toBeGreaterThan(3)

      const database = openPostgres({ url })
      const evidence = { database, told, mailbox: path.join(folder, 'data/mailbox'), log: shop.output() }
      await eventually(async () => (await findOpenEnds(database)).length === 0, 120_000)
      expect(await findBreaches({ ...evidence, ledger: await square.ledger() })).toEqual([])
      await database.close()
    } finally {
      state.isOver = true
      shop.child.kill('SIGTERM')
      await shop.ended
      await square.close()
      await postgres.server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

async function endSessions(url: string): Promise<void> {
  const database = openPostgres({ url })
  await database.withConnection((connection) =>
    connection.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )
  await database.close()
}

/** The shop's unfinished work. */
function findOpenEnds(database: Database): Promise<Record<string, unknown>[]> {
  return database.withConnection((connection) =>
    connection.rows(`select 'mail' as what from outbox where state = 'waiting'
      union all select 'refund' from refunds where state not in ('completed', 'rejected')
      union all select 'event' from webhook_events where processed_at is null
      union all select 'attempt' from payment_attempts where state in ('sending', 'unknown')`),
  )
}
