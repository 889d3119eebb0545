import { expect, test } from 'vitest'
import { fromShopTime, toShopTime } from './shop-time.ts'

test('uses Mountain time, summer and winter', () => {
  expect(fromShopTime('2026-07-04T09:00')).toEqual(new Date('2026-07-04T15:00:00Z'))
  expect(fromShopTime('2026-12-24T09:00')).toEqual(new Date('2026-12-24T16:00:00Z'))
  expect(toShopTime(new Date('2026-12-24T16:00:00Z'))).toBe('2026-12-24T09:00')
})

test('takes the first of a repeated hour and rejects a skipped one', () => {
  expect(fromShopTime('2026-11-01T01:30')).toEqual(new Date('2026-11-01T07:30:00Z'))
  expect(fromShopTime('2026-03-08T02:30')).toBeUndefined()
})

test('rejects what is not a time', () => {
  for (const text of ['', 'tomorrow', '2026-02-30T10:00', '2026-01-01', '2026-01-01T25:00'])
    expect(fromShopTime(text)).toBeUndefined()
})
