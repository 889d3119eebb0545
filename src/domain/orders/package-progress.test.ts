import { expect, test } from 'vitest'
import { haveAllArrived, isNews, nextLookMs, type ProgressReport } from './package-progress.ts'

const noon = new Date('2026-11-17T12:00:00Z')
const later = new Date('2026-11-17T13:00:00Z')
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

function report(progress: ProgressReport['progress'], at: Date): ProgressReport {
  return { progress, at, note: null }
}

test('the first report is news, and so is a later one', () => {
  expect(isNews(undefined, report('in_transit', noon))).toBe(true)
  expect(isNews(report('in_transit', noon), report('out_for_delivery', later))).toBe(true)
  expect(isNews(report('out_for_delivery', noon), report('problem', later))).toBe(true)
  expect(isNews(report('problem', noon), report('in_transit', later))).toBe(true)
})

test('a report that arrives twice or late is not news', () => {
  expect(isNews(report('in_transit', noon), report('in_transit', noon))).toBe(false)
  expect(isNews(report('out_for_delivery', later), report('in_transit', noon))).toBe(false)
})

test('of two reports from the same moment, the one that differs is news', () => {
  expect(isNews(report('in_transit', noon), report('out_for_delivery', noon))).toBe(true)
})

test('a package that arrived stays delivered', () => {
  expect(isNews(report('delivered', noon), report('in_transit', later))).toBe(false)
  expect(isNews(report('delivered', noon), report('problem', later))).toBe(false)
})

test('asks less often the longer a package takes, and finally stops', () => {
  const ages = [0, 1, 3, 8, 22, 59]
  const waits = ages.map((days) => nextLookMs('in_transit', days * DAY_MS))
  expect(waits).toEqual([3 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS, DAY_MS])
  expect(nextLookMs('in_transit', 61 * DAY_MS)).toBeUndefined()
  expect(nextLookMs(undefined, 0)).toBe(3 * HOUR_MS)
})

test('asks every hour on the day of delivery, and never again afterward', () => {
  expect(nextLookMs('out_for_delivery', DAY_MS)).toBe(HOUR_MS)
  expect(nextLookMs('out_for_delivery', 30 * DAY_MS)).toBe(DAY_MS)
  expect(nextLookMs('delivered', 0)).toBeUndefined()
})

test('an order has arrived when its last package has', () => {
  expect(haveAllArrived([{ progress: 'delivered' }, { progress: 'delivered' }])).toBe(true)
  expect(haveAllArrived([{ progress: 'delivered' }, { progress: 'out_for_delivery' }])).toBe(false)
  expect(haveAllArrived([{ progress: 'delivered' }, { progress: null }])).toBe(false)
  expect(haveAllArrived([])).toBe(false)
})
