import { expect, test } from 'vitest'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { runPgliteUpkeep } from './pglite-upkeep.ts'

const database = useTestDatabase()

async function numberOf(question: string): Promise<number> {
  const [row] = await database.current.withConnection((connection) => connection.rows(`select ${question} as answer`))
  return Number(row?.answer)
}

async function run(statements: string): Promise<void> {
  await database.current.withConnection((connection) => connection.exec(statements))
}

test.skipIf(isPostgres)('reuses the space of deleted rows', async () => {
  const sizes: number[] = []
  for (let round = 1; round <= 10; round += 1) {
    await run(`insert into throttle_buckets (key, tokens, filled_at, wait_ms, expires_at)
      select 'round ${round} sender ' || i, 1, now(), 0, now() from generate_series(1, 2000) i`)
    await run('delete from throttle_buckets')
    // Dead-row statistics lag by up to a second.
    await run('select pg_stat_force_next_flush()')
    await runPgliteUpkeep(database.current)
    sizes.push(await numberOf(`pg_total_relation_size('throttle_buckets')`))
  }
  expect(sizes.at(-1)).toBeLessThanOrEqual(2 * (sizes[1] ?? 0))
})

test.skipIf(isPostgres)('keeps the write-ahead log small no matter how much is written', async () => {
  for (let round = 1; round <= 10; round += 1) {
    await run(`select pg_logical_emit_message(false, 'test', repeat('x', 18000000))`)
    await runPgliteUpkeep(database.current)
  }
  const megabytes = (await numberOf('(select sum(size) from pg_ls_waldir())')) / 2 ** 20
  expect(megabytes).toBeLessThanOrEqual(96)
})

test.skipIf(isPostgres)('skips tables without dead rows, and skips the checkpoint while the log is short', async () => {
  const before = await numberOf('(select sum(vacuum_count) from pg_stat_user_tables)')
  const checkpoint = `(select redo_lsn - '0/0'::pg_lsn from pg_control_checkpoint())`
  await run('checkpoint')
  const redo = await numberOf(checkpoint)
  await runPgliteUpkeep(database.current)
  expect(await numberOf('(select sum(vacuum_count) from pg_stat_user_tables)')).toBe(before)
  expect(await numberOf(checkpoint)).toBe(redo)
})
