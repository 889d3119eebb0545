import type { Database, RawConnection } from './database.ts'

/** One segment; also an upper bound for what has to be replayed after a crash. */
const MAX_WAL_BYTES = 16 * 1024 * 1024
/** Same rule as autovacuum: at least 1000 dead rows plus a fifth of the table. */
const MIN_DEAD_ROWS = 1000
const DEAD_SHARE = 0.2

/**
 * Does the work of the checkpointer and autovacuum. PGlite has no background processes, so without this its write-ahead
 * log, and every table with row turnover, would grow for as long as the shop runs.
 */
export async function runPgliteUpkeep(database: Pick<Database, 'withConnection'>): Promise<void> {
  await database.withConnection(async (connection) => {
    for (const table of await listTablesToVacuum(connection)) await connection.exec(`vacuum ${table}`)
    if ((await walBytes(connection)) > MAX_WAL_BYTES) await connection.exec('checkpoint')
  })
}

async function listTablesToVacuum(connection: RawConnection): Promise<string[]> {
  const rows = await connection.rows(
    `select relid::regclass::text as name from pg_stat_user_tables where n_dead_tup > $1::float8 + $2::float8 * n_live_tup`,
    [MIN_DEAD_ROWS, DEAD_SHARE],
  )
  return rows.map(({ name }) => String(name))
}

/** WAL written since the last checkpoint. */
async function walBytes(connection: RawConnection): Promise<number> {
  const [row] = await connection.rows(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
  )
  return Number(row?.bytes)
}
