import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { inTransaction, UnknownCommit } from './in-transaction.ts'

const database = useTestDatabase()

beforeAll(() =>
  database.current.withConnection((connection) =>
    connection.exec(`create table shelves (name text primary key, taken integer not null default 0);
      insert into shelves (name) values ('left'), ('right');
      create table owners (name text references shelves deferrable initially deferred)`),
  ),
)

function failing(code: string): Error {
  return new Error('query failed', { cause: Object.assign(new Error('no'), { code }) })
}

// PGlite runs one transaction at a time.
test.runIf(isPostgres)('commits both transactions after a deadlock', async () => {
  let waiting = 0
  let go = () => {}
  const bothHoldOne = new Promise<void>((resolve) => (go = resolve))
  let runs = 0

  function take(first: string, second: string): Promise<void> {
    return inTransaction(database.current.orm, async (tx) => {
      runs += 1
      await tx.execute(sql`update shelves set taken = taken + 1 where name = ${first}`)
      waiting += 1
      if (waiting === 2) go()
      await bothHoldOne
      await tx.execute(sql`update shelves set taken = taken + 1 where name = ${second}`)
    })
  }

  await Promise.all([take('left', 'right'), take('right', 'left')])
  expect(runs).toBe(3)
  const rows = await database.current.withConnection((connection) => connection.rows('select taken from shelves'))
  expect(rows).toEqual([{ taken: 2 }, { taken: 2 }])
})

test.each(['40P01', '40001', '25P03', '57P03', 'ECONNRESET'])('retries %s twice and then throws', async (code) => {
  let runs = 0
  const error = failing(code)
  const work = inTransaction(database.current.orm, async () => {
    runs += 1
    throw error
  })
  await expect(work).rejects.toBe(error)
  expect(runs).toBe(3)
})

test.each(['23505', '53100', undefined])('does not retry %s', async (code) => {
  let runs = 0
  const error = code ? failing(code) : new Error('a bug')
  const work = inTransaction(database.current.orm, async () => {
    runs += 1
    throw error
  })
  await expect(work).rejects.toBe(error)
  expect(runs).toBe(1)
})

test('treats a COMMIT that the server rejects as a failure, not as an unknown outcome', async () => {
  const work = inTransaction(database.current.orm, (tx) => tx.execute(sql`insert into owners values ('nobody')`))
  await expect(work).rejects.not.toBeInstanceOf(UnknownCommit)
})
