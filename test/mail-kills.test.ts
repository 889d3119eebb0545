import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { eventually } from './eventually.ts'
import { startMailServer } from './mail-server.ts'
import { startPostgres } from './postgres-server.ts'
import { startShopProcess } from './shop-process.ts'

/** MAILS=10000 for the full run, which takes minutes. */
const MAILS = Number(process.env.MAILS ?? 200)
const KILLS = 4
/** Long enough for everything sent at the same time to arrive, too. */
const HELD_MS = 500

test(
  `all ${MAILS} emails arrive despite ${KILLS} kill -9, and each kill duplicates at most one`,
  { timeout: 1_800_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-kills-'))
    const postgres = await startPostgres(folder)
    await postgres.server.createDatabase('shop')
    const url = `${postgres.address}/shop`
    const database = openPostgres({ url, statementTimeoutMs: 60_000 })
    const rows = (statement: string) => database.withConnection((connection) => connection.rows(statement))
    // The worst moment: the server has the email, but the shop doesn't know yet.
    const killsAt = Array.from({ length: KILLS }, (_, index) => Math.floor(((index + 1) * MAILS) / (KILLS + 1)))
    let kill = Promise.withResolvers<void>()
    const server = await startMailServer({
      beforeAnswer: async (received) => {
        if (killsAt[0] === undefined || received < killsAt[0]) return
        if (received === killsAt[0]) setTimeout(() => kill.resolve(), HELD_MS)
        // A waiting sender never gets the response, because its process is killed.
        await new Promise(() => {})
      },
    })
    const start = () =>
      startShopProcess({
        NODE_ENV: 'test',
        DATABASE_URL: url,
        DATA_DIR: path.join(folder, 'data'),
        WEB_CONCURRENCY: '1',
        SMTP_URL: server.url,
        DEMO_DATA: 'off',
      })
    let shop = await start()
    onTestFinished(async () => {
      await shop.crash()
      await server.close()
      await database.close()
      await postgres.server.stop()
      await rm(folder, { recursive: true, force: true })
    })
    await eventually(async () => (await fetch(`${shop.address}/readyz`)).ok, 120_000)
    await rows(`insert into outbox (cause, template, recipient, payload)
    select 'kill-' || i, 'payment-not-taken', 'reader' || i || '@example.com',
      '{"orderNumber": "BLM-23456789-ABCD", "firstName": "Ana"}' from generate_series(1, ${MAILS}) i`)
    for (let killed = 0; killed < KILLS; killed += 1) {
      await kill.promise
      await shop.crash()
      killsAt.shift()
      kill = Promise.withResolvers()
      // No process is left that could hold a lease.
      await rows(`update outbox set next_attempt_at = now() where state = 'waiting'`)
      shop = await start()
    }
    const isDone = async () => (await rows(`select from outbox where state <> 'sent' limit 1`)).length === 0
    await eventually(isDone, 1_500_000)

    const counts = new Map<string, number>()
    for (const { to } of server.received) counts.set(String(to), (counts.get(String(to)) ?? 0) + 1)
    expect(counts.size, 'none lost').toBe(MAILS)
    const doubles = server.received.length - MAILS
    expect(doubles, 'the kills were at the worst moment').toBeGreaterThan(0)
    expect(doubles).toBeLessThanOrEqual(KILLS)
    // The same id, so that inboxes can tell.
    const ids = new Set(server.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]))
    expect(ids.size).toBe(MAILS)
  },
)
