import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { seedShop } from './seed-shop.ts'

const database = useTestDatabase()

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

beforeAll(() => rows('truncate products, ingredients, policies, collections cascade'))

test('seeds a shop without demo data with its catalog and nothing invented', async () => {
  expect(await seedShop(database.current, { withDemoData: false, now: new Date() })).toBe(true)
  expect(await rows('select count(*)::integer as count from products')).toEqual([{ count: 16 }])
  expect(await rows('select count(*)::integer as count from reviews')).toEqual([{ count: 0 }])
  expect(await rows('select count(*)::integer as count from stock_levels')).toEqual([{ count: 0 }])
})

test('seeds policies as unpublished drafts', async () => {
  expect(await rows('select slug, published_at from policies order by slug')).toEqual([
    { slug: 'privacy-policy', published_at: null },
    { slug: 'shipping-returns', published_at: null },
    { slug: 'terms-of-service', published_at: null },
  ])
})

test('leaves a shop that has products alone', async () => {
  await rows(`delete from products where id = 'pure-bloom'`)
  expect(await seedShop(database.current, { withDemoData: true, now: new Date() })).toBe(false)
  expect(await rows('select count(*)::integer as count from products')).toEqual([{ count: 15 }])
})
