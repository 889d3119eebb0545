import { expect, test } from 'vitest'
import { toCalendarFile } from './calendar-file.ts'

const event = {
  uid: 'BLM-23456789-ABCD@bloomera.example',
  day: new Date('2027-02-01T00:00:00Z'),
  stamp: new Date('2026-11-15T12:00:00.123Z'),
  title: 'Pure Bloom, 1oz; running out',
  note: 'First line\nsecond line',
  url: 'https://bloomera.example/products/pure-bloom',
}

test('makes an all-day event with escaped texts and a morning alarm', () => {
  expect(toCalendarFile(event).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bloomera//Shop//EN',
    'BEGIN:VEVENT',
    'UID:BLM-23456789-ABCD@bloomera.example',
    'DTSTAMP:20261115T120000Z',
    'DTSTART;VALUE=DATE:20270201',
    String.raw`SUMMARY:Pure Bloom\, 1oz\; running out`,
    String.raw`DESCRIPTION:First line\nsecond line`,
    'URL:https://bloomera.example/products/pure-bloom',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT9H',
    String.raw`DESCRIPTION:Pure Bloom\, 1oz\; running out`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each(['x', '\u007F', '\u0080', 'ö', '\u07FF', '\u0800', '語', '\uFFFF', '\u{10000}', '😀'])(
  'fills lines of %j up to the octet limit',
  (character) => {
    const file = toCalendarFile({ ...event, note: character.repeat(200) })
    const [first = '', ...others] = file.slice(file.indexOf('\r\nDESCRIPTION:') + 2).split('\r\n')
    const size = Buffer.byteLength(character)
    expect(Buffer.byteLength(first)).toBeGreaterThan(74 - size)
    expect(Buffer.byteLength(others[0] ?? '')).toBeGreaterThan(75 - size)
    expect(Buffer.byteLength(others[0] ?? '')).toBeLessThanOrEqual(75)
  },
)

test('never exceeds 75 octets per line and loses nothing when folding', () => {
  const file = toCalendarFile({ ...event, note: 'Öl '.repeat(100) })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain('Öl '.repeat(100))
})
