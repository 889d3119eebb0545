import { expect, test } from 'vitest'
import { parseForm } from '#contract/form.ts'
import { limitForm, readCodeForm } from './code-form.ts'

const PLAIN = { kind: 'percent', value: '10 %' }

function errorsOf(fields: Record<string, string>) {
  const read = readCodeForm(fields)
  return read.ok ? {} : read.errors
}

test('treats empty fields as no restriction', () => {
  expect(readCodeForm(PLAIN)).toEqual({
    ok: true,
    value: {
      code: undefined,
      kind: 'percent',
      percent: 10,
      amountCents: null,
      minimumSubtotalCents: 0,
      totalLimit: null,
      personLimit: null,
      startsAt: null,
      endsAt: null,
      isFirstOrderOnly: false,
    },
  })
})

test('keeps every field', () => {
  const fields = {
    code: ' SPRING-26 ',
    kind: 'amount',
    value: '$5',
    minimum: '40',
    totalLimit: '1000000',
    personLimit: '1',
    startsAt: '2026-01-02T03:04',
    endsAt: '2026-01-02T03:05',
    isFirstOrderOnly: 'yes',
  }
  expect(readCodeForm(fields)).toMatchObject({
    value: {
      code: 'SPRING-26',
      amountCents: 500,
      percent: null,
      minimumSubtotalCents: 4000,
      totalLimit: 1_000_000,
      personLimit: 1,
      startsAt: new Date('2026-01-02T10:04:00Z'),
      isFirstOrderOnly: true,
    },
  })
})

test('reports all errors at once', () => {
  const fields = {
    code: 'x',
    kind: 'percent',
    value: '101',
    minimum: '1.234',
    totalLimit: '0',
    personLimit: '1.5',
    startsAt: '2026-01-02T03:04',
    endsAt: '2026-01-02T03:04',
  }
  expect(errorsOf(fields)).toEqual({
    code: 'Take 4 to 40 letters, digits or hyphens.',
    value: 'Write a whole number from 1 to 100.',
    minimum: 'There are at most two decimals, such as 12.34.',
    totalLimit: 'Write a whole number from 1, or nothing.',
    personLimit: 'Write a whole number from 1, or nothing.',
    endsAt: 'It must end after it begins.',
  })
})

test('requires a kind for the value', () => {
  expect(errorsOf({ value: '10' })).toEqual({ value: 'Choose a percentage or an amount.' })
  expect(errorsOf({ kind: 'amount', value: '0' })).toEqual({ value: 'This must be more than zero.' })
})

test('refuses an hour that the clock skips', () => {
  expect(errorsOf({ ...PLAIN, startsAt: '2026-03-08T02:30' })).toEqual({
    startsAt: 'This isn’t a valid date and time.',
  })
})

test('validates a changed limit by the same rule', () => {
  expect(parseForm(limitForm, { totalLimit: ' ' })).toEqual({ ok: true, value: { totalLimit: null } })
  expect(parseForm(limitForm, { totalLimit: '1000001' })).toMatchObject({ ok: false })
})
