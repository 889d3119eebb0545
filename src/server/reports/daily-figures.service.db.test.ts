import { expect, test } from 'vitest'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createDailyFigures } from './daily-figures.service.ts'
import { createTodayService } from './today.service.ts'

const database = useTestDatabase()

test('adds up the previous day, on the shop’s clock', async () => {
  await fillEveryTable(database.current)
  await database.current.withConnection(async (connection) => {
    await connection.exec(`update orders set paid_at = '2026-11-01T12:00:00Z';
      update orders set paid_at = '2026-11-17T06:59:59Z' where number in (select number from orders order by number limit 2);
      update refunds set created_at = '2026-11-16T07:00:00Z' where id in (select id from refunds order by id limit 3)`)
  })
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => 5,
  )
  const figures = await createDailyFigures(database.current, today)('2026-11-17')
  expect(figures).toMatchObject({ orders: 2, salesCents: 14_428, refundCents: 300 })
})
