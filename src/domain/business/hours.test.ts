import { expect, test } from 'vitest'
import { DEFAULT_HOURS, hoursLines, isTimeOfDay, replyPromise } from './hours.ts'

const nine = { opens: '09:00', closes: '17:00' }

test('puts neighboring days with the same hours on one line', () => {
  expect(hoursLines(DEFAULT_HOURS)).toEqual([
    { days: 'Monday-Friday', times: '9:00 AM-5:00 PM MST' },
    { days: 'Saturday and Sunday', times: 'Closed' },
  ])
})

test('keeps days with different hours on separate lines', () => {
  const days = { ...DEFAULT_HOURS.days, Wednesday: { opens: '12:00', closes: '12:30' }, Saturday: nine }
  expect(hoursLines({ ...DEFAULT_HOURS, days })).toEqual([
    { days: 'Monday and Tuesday', times: '9:00 AM-5:00 PM MST' },
    { days: 'Wednesday', times: '12:00 PM-12:30 PM MST' },
    { days: 'Thursday-Saturday', times: '9:00 AM-5:00 PM MST' },
    { days: 'Sunday', times: 'Closed' },
  ])
})

test('says so when every day is the same, midnight included', () => {
  const early = { opens: '00:00', closes: '01:05' }
  const days = { ...DEFAULT_HOURS.days }
  for (const day of Object.keys(days) as (keyof typeof days)[]) days[day] = early
  expect(hoursLines({ days, replyHours: 1 })).toEqual([{ days: 'Every day', times: '12:00 AM-1:05 AM MST' }])
})

test('promises a reply in hours', () => {
  expect(replyPromise(DEFAULT_HOURS)).toBe('within 24 hours on business days')
  expect(replyPromise({ ...DEFAULT_HOURS, replyHours: 1 })).toBe('within 1 hour on business days')
})

test.each(['09:00', '00:00', '23:59'])('takes %s for a time', (time) => expect(isTimeOfDay(time)).toBe(true))
test.each(['9:00', '24:00', '12:60', '', '12:00:00'])('does not take %s for a time', (time) =>
  expect(isTimeOfDay(time)).toBe(false),
)
