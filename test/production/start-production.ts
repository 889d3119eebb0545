import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { findServerUser } from '../postgres-binaries.ts'
import { startPostgres } from '../postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { startTestEmulator } from '../square-emulator.ts'
import { openMovingAddress } from './moving-address.ts'
import { startCaddy } from './start-caddy.ts'
import { type Part, startPart } from './start-part.ts'
import { fetchFromAddress } from './visitors.ts'

const START_MS = 120_000
const METRICS_TOKEN = 'the token of the rehearsal'

export type Production = Awaited<ReturnType<typeof startProduction>>

/**
 * The shop as it runs in production, on one machine: Caddy with TLS and our own Caddyfile, two shop processes, PgBouncer
 * in transaction mode, a PostgreSQL with a synchronous streaming replica, and a direct line for notes and migrations.
 * Starts with the release in another folder, if there is one.
 */
export async function startProduction(releaseFolder?: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'production-'))
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).toReversed()) await step()
  }
  try {
    const primary = await startPostgres(path.join(folder, 'primary'))
    closing.push(() => primary.server.stop())
    await primary.server.createDatabase('shop')
    const replica = await startPostgres(path.join(folder, 'replica'), undefined, primary)
    closing.push(() => replica.server.stop())
    await waitForReplica(`${primary.address}/shop`)
    const address = await openMovingAddress(portOf(primary.address))
    closing.push(() => address.close())
    const directUrl = `postgres://postgres@127.0.0.1:${address.port}/shop`
    const pooler = await startPooler(folder, address.port)
    closing.push(() => pooler.part.stop())

    const port = await freePort()
    const publicUrl = `https://localhost:${port}`
    const webhookUrl = `${publicUrl}/webhooks/square`
    const square = await startTestEmulator({
      webhook: { url: webhookUrl, signatureKey: 'emulator-signature-key' },
      timing: { listLagMs: 300, refundMs: 100, webhookRetryMs: [300, 600, 1200, 2400, 4800] },
    })
    closing.push(() => square.close())

    const ports = [await freePort(), await freePort()]
    const shops: ShopProcess[] = []
    const logs: string[] = []
    const startShop = async (index: number, release?: string) => {
      const settings = {
        PORT: String(ports[index]),
        HOST: '127.0.0.1',
        PUBLIC_URL: publicUrl,
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: pooler.url,
        DATABASE_LISTEN_URL: directUrl,
        // The second process does without LISTEN, and reads its pages from the replica.
        ...(index === 1 && { DATABASE_LISTEN: 'poll', DATABASE_READ_URL: `${replica.address}/shop` }),
        NODE_ENV: 'test',
        WEB_CONCURRENCY: '1',
        TRUST_PROXY: '1',
        DEMO_DATA: 'off',
        PAYMENT_TIMINGS: 'fast',
        SQUARE_BASE_URL: square.address,
        SQUARE_WEBHOOK_URL: webhookUrl,
        METRICS_TOKEN,
      }
      const shop = await startShopProcess(settings, release)
      shops[index] = shop
      await untilReady(`http://127.0.0.1:${ports[index]}/readyz`, shop)
    }
    closing.push(() =>
      Promise.all(
        shops.map(async (shop) => {
          shop.child.kill('SIGTERM')
          await shop.ended
        }),
      ),
    )
    await Promise.all([startShop(0, releaseFolder), startShop(1, releaseFolder)])
    const caddy = await startCaddy({ folder, port, shopPorts: ports })
    closing.push(() => caddy.stop())
    await eventually(
      () =>
        fetchFromAddress(`${publicUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      START_MS,
    ).catch(() => {
      throw new Error(`Caddy did not open the shop:\n${caddy.output()}`)
    })

    return {
      folder,
      port,
      publicUrl,
      square,
      /** A direct connection to the server that the shop currently uses, for checking its records. */
      openDatabase: () => openPostgres({ url: directUrl, statementTimeoutMs: 30_000 }),
      mailbox: path.join(folder, 'data/mailbox'),
      log: () => [...logs, ...shops.map((shop) => shop.output())].join('\n'),
      shopAddress: (index: number) => `http://127.0.0.1:${ports[index]}`,
      environment: { DATABASE_URL: directUrl, PUBLIC_URL: publicUrl },
      /** The metrics of one process. */
      async metrics(index: number): Promise<string> {
        const response = await fetch(`http://127.0.0.1:${ports[index]}/metrics`, {
          headers: { authorization: `Bearer ${METRICS_TOKEN}` },
        })
        return response.text()
      },
      /** Restarts each process in turn, as a deploy does; with the release in another folder, if given. */
      async restartShop(index: number, release?: string): Promise<void> {
        const shop = shops[index]
        shop?.child.kill('SIGTERM')
        await shop?.ended
        logs.push(shop?.output() ?? '')
        await startShop(index, release)
      },
      /** kill -9 of the process; its supervisor starts another. */
      async killShop(index: number): Promise<void> {
        const shop = shops[index]
        const [worker] = (await shop?.workers()) ?? []
        if (!shop || worker === undefined) throw new Error('there is no process to kill')
        process.kill(worker, 'SIGKILL')
        await eventually(async () => (await shop.workers()).some((pid) => pid !== worker), START_MS)
        await untilReady(`http://127.0.0.1:${ports[index]}/readyz`, shop)
      },
      /** As on a machine that was suspended: it misses what happens in the meantime, and then resumes. */
      async whileHalted(index: number, work: () => Promise<void>): Promise<void> {
        const workers = (await shops[index]?.workers()) ?? []
        for (const pid of workers) process.kill(pid, 'SIGSTOP')
        try {
          await work()
        } finally {
          for (const pid of workers) process.kill(pid, 'SIGCONT')
        }
      },
      async restartDatabase(): Promise<void> {
        await primary.shutDown('fast')
        await primary.server.start()
        await waitForReplica(`${primary.address}/shop`)
      },
      /** The primary crashes for good, and the replica takes its place. */
      async failOver(): Promise<void> {
        await primary.shutDown('immediate')
        const heir = openPostgres({ url: `${replica.address}/shop`, statementTimeoutMs: 60_000 })
        await heir.withConnection((connection) => connection.rows('select pg_promote(true, 60)'))
        await heir.close()
        address.moveTo(portOf(replica.address))
      },
      async untilReady(): Promise<void> {
        for (const [index, shop] of shops.entries()) await untilReady(`http://127.0.0.1:${ports[index]}/readyz`, shop)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const portOf = (address: string) => Number(new URL(address).port)

async function untilReady(url: string, shop: ShopProcess): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isReady, START_MS).catch(() => {
    throw new Error(`a shop process is not ready:\n${shop.output()}`)
  })
}

/** From then on a commit is confirmed only once the replica has it, so that nothing is lost with the primary. */
async function waitForReplica(url: string): Promise<void> {
  const database = openPostgres({ url, statementTimeoutMs: 30_000 })
  const rows = (statement: string) => database.withConnection((connection) => connection.rows(statement))
  await eventually(
    async () => (await rows(`select from pg_stat_replication where state = 'streaming'`)).length > 0,
    START_MS,
  )
  await rows(`alter system set synchronous_standby_names = '*'`)
  await rows('select pg_reload_conf()')
  await eventually(
    async () => (await rows(`select from pg_stat_replication where sync_state = 'sync'`)).length > 0,
    START_MS,
  )
  await database.close()
}

async function startPooler(folder: string, databasePort: number): Promise<{ part: Part; url: string }> {
  const port = await freePort()
  const home = await mkdtemp(path.join(tmpdir(), 'pooler-'))
  const file = path.join(home, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
shop = host=127.0.0.1 port=${databasePort} dbname=shop user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
server_login_retry = 1
`,
  )
  const user = await findServerUser()
  if (user) for (const name of [home, file]) await chown(name, user.uid, user.gid)
  const part = startPart('pgbouncer', [file], { cwd: home, ...user })
  const url = `postgres://postgres@127.0.0.1:${port}/shop`
  const database = openPostgres({ url })
  const answers = () =>
    database.ping().then(
      () => true,
      () => false,
    )
  await eventually(answers, START_MS).catch(() => {
    throw new Error(`PgBouncer isn't responding:\n${part.output()}`)
  })
  await database.close()
  return {
    part: {
      ...part,
      async stop() {
        await part.stop()
        await rm(home, { recursive: true, force: true })
      },
    },
    url,
  }
}
