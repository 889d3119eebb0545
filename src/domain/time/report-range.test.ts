import { expect, test } from 'vitest'
import { addDays } from './periods.ts'
import { daysName, pointsOf, rangeName, toReportRange } from './report-range.ts'

const TODAY = '2026-11-17'
const NONE = { days: '', from: '', to: '' }

test.each([
  [NONE, { preset: 30, from: '2026-10-19', to: TODAY, before: { from: '2026-09-19', to: '2026-10-18' }, step: 1 }],
  [
    { ...NONE, days: '7' },
    { preset: 7, from: '2026-11-11', before: { from: '2026-11-04', to: '2026-11-10' } },
  ],
  [
    { ...NONE, days: '90' },
    { preset: 90, from: '2026-08-20', step: 1 },
  ],
  [
    { ...NONE, days: '31' },
    { preset: 30, from: '2026-10-19' },
  ],
  [
    { days: '7', from: '2026-03-01', to: '2026-03-31' },
    {
      preset: undefined,
      from: '2026-03-01',
      to: '2026-03-31',
      length: 31,
      before: { from: '2026-01-29', to: '2026-02-28' },
    },
  ],
  [
    { ...NONE, from: '2028-02-29', to: '2028-02-29' },
    { preset: 30, from: '2026-10-19' },
  ],
  [
    { ...NONE, from: TODAY, to: TODAY },
    { length: 1, before: { from: '2026-11-16', to: '2026-11-16' }, step: 1 },
  ],
  [
    { ...NONE, from: '2026-08-17', to: '2026-11-16' },
    { length: 92, step: 1 },
  ],
  [
    { ...NONE, from: '2026-08-16', to: '2026-11-16' },
    { length: 93, step: 7 },
  ],
  [
    { ...NONE, from: '2024-02-29', to: '2026-02-28' },
    { length: 731, before: { from: '2022-02-28', to: '2024-02-28' } },
  ],
])('%o is %o', (asked, expected) => {
  expect(toReportRange(asked, TODAY).range).toMatchObject(expected)
})

test.each([
  [{ from: '2026-11-01', to: '' }, 'Choose the first and the last day.'],
  [{ from: '', to: '2026-11-01' }, 'Choose the first and the last day.'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'Choose the first and the last day.'],
  [{ from: "'; drop", to: '2026-03-01' }, 'Choose the first and the last day.'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'The first day must be before the last.'],
  [{ from: '2026-11-01', to: '2026-11-18' }, 'The last day can’t be in the future.'],
  [{ from: '1999-12-31', to: '2000-02-01' }, 'Choose days after 1999.'],
  [{ from: '2024-02-28', to: '2026-02-28' }, 'Choose two years at most.'],
])('%o is refused, and the usual range is shown', (asked, problem) => {
  const choice = toReportRange({ days: '', ...asked }, TODAY)
  expect(choice).toMatchObject({ problem, range: { preset: 30, to: TODAY } })
})

test('the points of a range cover each of its days once', () => {
  for (const length of [1, 6, 7, 8, 92, 93, 731]) {
    const { range } = toReportRange({ days: '', from: addDays(TODAY, 1 - length), to: TODAY }, TODAY)
    const points = pointsOf(range, range.step)
    expect(points[0]?.from).toBe(range.from)
    expect(points.at(-1)?.to).toBe(TODAY)
    const starts = points.slice(1).map(({ from }) => from)
    expect(starts).toEqual(points.slice(0, -1).map(({ to }) => addDays(to, 1)))
    expect(pointsOf(range.before, range.step)).toHaveLength(points.length)
  }
})

test('ranges have names', () => {
  expect(rangeName(toReportRange(NONE, TODAY).range, TODAY)).toBe('Last 30 days')
  const own = toReportRange({ days: '', from: '2025-12-30', to: '2026-01-02' }, TODAY).range
  expect(rangeName(own, TODAY)).toBe('Dec 30, 2025 – Jan 2')
  expect(daysName({ from: TODAY, to: TODAY }, TODAY)).toBe('Nov 17')
})
