import { expect, test } from 'vitest'
import { toCalendarFile } from './calendar.ts'

const event = {
  uid: 'BLM-23456789-ABCD@bloomera.example',
  day: new Date('2027-02-01T00:00:00Z'),
  stamp: new Date('2026-11-15T12:00:00.123Z'),
  title: 'Pure Bloom, 1oz; running out',
  note: 'First line\nsecond line',
  url: 'https://bloomera.example/products/pure-bloom',
}

test('an all-day event with its texts escaped', () => {
  const lines = toCalendarFile(event).split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20270201')
  expect(lines).toContain('DTSTAMP:20261115T120000Z')
  expect(lines).toContain(String.raw`SUMMARY:Pure Bloom\, 1oz\; running out`)
  expect(lines).toContain(String.raw`DESCRIPTION:First line\nsecond line`)
  expect(lines.at(-1)).toBe('')
})

test('no line is longer than 75 octets, and folding loses nothing', () => {
  const file = toCalendarFile({ ...event, note: 'Öl '.repeat(100) })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain('Öl '.repeat(100))
})
