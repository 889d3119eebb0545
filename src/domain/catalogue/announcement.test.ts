import { expect, test } from 'vitest'
import { type Announcement, announcementAt, NO_ANNOUNCEMENT } from './announcement.ts'

const at = (time: string) => new Date(`2026-03-04T${time}Z`)
const sale = { text: 'Spring', isOn: true, from: '2026-03-04T10:00:00.000Z', until: '2026-03-04T12:00:00.000Z' }

const shownAt = (announcement: Announcement, now: Date) => announcementAt(announcement, now, 'our own')

test('shows the owner’s text from its start until its end', () => {
  expect(shownAt(sale, at('09:59:59'))).toBe('our own')
  expect(shownAt(sale, at('10:00:00'))).toBe('Spring')
  expect(shownAt(sale, at('11:59:59'))).toBe('Spring')
  expect(shownAt(sale, at('12:00:00'))).toBe('our own')
  expect(shownAt({ ...sale, from: null, until: null }, at('23:00:00'))).toBe('Spring')
})

test('shows the shop’s own text if the owner’s is off or empty', () => {
  expect(shownAt({ ...sale, isOn: false }, at('11:00:00'))).toBe('our own')
  expect(shownAt({ ...sale, text: '' }, at('11:00:00'))).toBe('our own')
  expect(shownAt(NO_ANNOUNCEMENT, at('11:00:00'))).toBe('our own')
  expect(NO_ANNOUNCEMENT).toEqual({ text: '', isOn: false, from: null, until: null })
})
