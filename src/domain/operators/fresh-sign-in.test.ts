import { expect, test } from 'vitest'
import { confirmationAt, extendFresh, isFresh } from './fresh-sign-in.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 20, minutes))

test('keeps a confirmation fresh for ten minutes', () => {
  const confirmation = confirmationAt(at(0))
  expect(confirmation).toEqual({ confirmedAt: at(0), freshUntil: at(10) })
  expect(isFresh(confirmation, new Date(at(10).getTime() - 1))).toBe(true)
  expect(isFresh(confirmation, at(10))).toBe(false)
})

test('extends it with each sensitive action, up to half an hour after the confirmation', () => {
  expect(extendFresh({ confirmedAt: at(0) }, at(9))).toEqual(at(19))
  expect(extendFresh({ confirmedAt: at(0) }, at(20))).toEqual(at(30))
  expect(extendFresh({ confirmedAt: at(0) }, at(29))).toEqual(at(30))
})
