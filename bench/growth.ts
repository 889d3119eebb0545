/** Compares the cost of something with a thousand rows and with a million, on PostgreSQL, uncached. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { seedShop } from '#server/seed-shop.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { blocksOf, explain, recordStatements } from '#test/recorded-statements.ts'

const SMALL = 1000
const LARGE = 1_000_000
const ROUNDS = 80
const WARM_UP = 10

export type Loads = Record<string, () => Promise<unknown>>

export type Growth = {
  /** The statement that creates this many rows. */
  grow: (count: number) => string
  loadsOf: (database: Database, count: number) => Loads
}

export async function measureGrowth({ grow, loadsOf }: Growth) {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('small')
  await server.createDatabase('large')
  const databases: Database[] = []
  try {
    const small = await grownBy(`${address}/small`, grow(SMALL))
    databases.push(small)
    const large = await grownBy(`${address}/large`, grow(LARGE))
    databases.push(large)
    return await compare(
      { database: small, loads: loadsOf(small, SMALL) },
      { database: large, loads: loadsOf(large, LARGE) },
    )
  } finally {
    await Promise.all(databases.map((database) => database.close()))
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A million rows are inserted several times faster without triggers, foreign keys and indexes; the indexes are made
 * afterward. Constraints keep theirs.
 */
const BARE_TABLES = `set session_replication_role = replica;
  create temporary table dropped_indexes as
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in (select oid from pg_class where relname in
        ('orders', 'order_lines', 'payment_attempts', 'refunds', 'outbox', 'audit_log', 'reviews'))
      and not i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid);
  do $$ declare name text; begin
    for name in select d.name from dropped_indexes d loop execute 'drop index ' || name; end loop;
  end $$`
const INDEXES_AGAIN = `do $$ declare definition text; begin
    for definition in select d.definition from dropped_indexes d loop execute definition; end loop;
  end $$;
  drop table dropped_indexes; set session_replication_role = origin`

/** Inserting a million rows takes a while. */
export const GROWTH_LIMIT_MS = 1_800_000

async function grownBy(url: string, statement: string): Promise<Database> {
  const database = openPostgres({ url })
  await migrate(database, path.resolve(import.meta.dirname, '../db/migrations'))
  await seedShop(database, { withDemoData: false, now: new Date() })
  await growShop(database, statement)
  return database
}

export async function growShop(database: Database, statement: string): Promise<void> {
  await database.withConnection(async (connection) => {
    await connection.exec('set statement_timeout = 0')
    await connection.exec(BARE_TABLES)
    await connection.exec(statement, GROWTH_LIMIT_MS)
    await connection.exec(INDEXES_AGAIN, GROWTH_LIMIT_MS)
    await connection.exec('vacuum analyze', GROWTH_LIMIT_MS)
    await connection.exec('reset statement_timeout')
  })
}

type Shop = { database: Database; loads: Loads }
type Cost = { ms: number; blocks: number }
type Comparison = Record<string, { small: Cost; large: Cost; ratio: number }>

/**
 * Small and large alternate, so that load on the machine affects both. Only fast rounds are compared, because slow ones
 * show how busy the machine was. Blocks are those that the statements of one round read.
 */
async function compare(small: Shop, large: Shop): Promise<Comparison> {
  const results: Comparison = {}
  for (const name of Object.keys(small.loads)) {
    const before: number[] = []
    const after: number[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      before.push(await milliseconds(small.loads[name]))
      after.push(await milliseconds(large.loads[name]))
    }
    const [ms, msLarge] = [fast(before.slice(WARM_UP)), fast(after.slice(WARM_UP))]
    results[name] = {
      small: { ms: round(ms), blocks: await blocksRead(small, name) },
      large: { ms: round(msLarge), blocks: await blocksRead(large, name) },
      ratio: round(msLarge / ms),
    }
  }
  return results
}

async function blocksRead({ database, loads }: Shop, name: string): Promise<number> {
  return blocksOf(await explain(database, await recordStatements(async () => loads[name]?.())))
}

/** Faster than nine in ten. */
function fast(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0
}

async function milliseconds(load: (() => Promise<unknown>) | undefined): Promise<number> {
  const start = performance.now()
  await load?.()
  return performance.now() - start
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
