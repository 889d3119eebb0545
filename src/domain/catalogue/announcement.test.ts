import { expect, test } from 'vitest'
import { announcementAt, DEFAULT_ANNOUNCEMENT, NO_ANNOUNCEMENT } from './announcement.ts'

const at = (time: string) => new Date(`2026-03-04T${time}Z`)
const sale = { text: 'Spring', isOn: true, from: '2026-03-04T10:00:00.000Z', until: '2026-03-04T12:00:00.000Z' }

test('shows the owner’s text from its start until its end', () => {
  expect(announcementAt(sale, at('09:59:59'))).toBe(DEFAULT_ANNOUNCEMENT)
  expect(announcementAt(sale, at('10:00:00'))).toBe('Spring')
  expect(announcementAt(sale, at('11:59:59'))).toBe('Spring')
  expect(announcementAt(sale, at('12:00:00'))).toBe(DEFAULT_ANNOUNCEMENT)
  expect(announcementAt({ ...sale, from: null, until: null }, at('23:00:00'))).toBe('Spring')
})

test('falls back to the shop’s own text if it is off or empty', () => {
  expect(announcementAt({ ...sale, isOn: false }, at('11:00:00'))).toBe(DEFAULT_ANNOUNCEMENT)
  expect(announcementAt({ ...sale, text: '' }, at('11:00:00'))).toBe(DEFAULT_ANNOUNCEMENT)
  expect(announcementAt(NO_ANNOUNCEMENT, at('11:00:00'))).toBe('Free Shipping on Orders Over $75')
  expect(NO_ANNOUNCEMENT).toEqual({ text: '', isOn: false, from: null, until: null })
})
