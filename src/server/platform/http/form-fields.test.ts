import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import {
  asDollars,
  asShopTime,
  checkedAnyway,
  maybeTypedAs,
  ticked,
  typedAs,
  typedLine,
  typedText,
} from './form-fields.ts'

test('treats a missing field as empty', () => {
  const form = z.object({ text: typedText, line: typedLine, isOn: ticked, price: maybeTypedAs(asDollars) })
  expect(parseForm(form, {})).toEqual({ ok: true, value: { text: '', line: '', isOn: false, price: null } })
})

test('tidies text and parses checkboxes, amounts, and times', () => {
  const form = z.object({
    text: typedText,
    line: typedLine,
    isOn: ticked,
    price: typedAs(asDollars),
    at: maybeTypedAs(asShopTime),
  })
  const sent = { text: ' a\r\nb ', line: ' a\r\nb ', isOn: 'yes', price: ' $1,058.5 ', at: '2026-01-02T03:04' }
  expect(parseForm(form, sent)).toEqual({
    ok: true,
    value: { text: 'a\nb', line: 'a b', isOn: true, price: 105_850, at: new Date('2026-01-02T10:04:00Z') },
  })
})

test('refuses unparsable text with the message of its parser', () => {
  const form = z.object({ price: typedAs(asDollars), maybe: maybeTypedAs(asDollars), at: maybeTypedAs(asShopTime) })
  expect(parseForm(form, { price: '', maybe: '-3', at: '2026-03-08T02:30' })).toEqual({
    ok: false,
    errors: {
      price: 'Write dollars and cents, such as 12.50.',
      maybe: 'This must be more than zero.',
      at: 'This isn’t a valid date and time.',
    },
  })
})

test('checks a cross-field rule even if another field is invalid', () => {
  const form = z
    .object({ a: typedText, b: typedText, price: typedAs(asDollars) })
    .refine(({ a, b }) => a !== b, { path: ['b'], error: 'Both are the same.', ...checkedAnyway })
  expect(parseForm(form, { a: 'x', b: 'x', price: 'x' })).toMatchObject({
    errors: { price: expect.any(String), b: 'Both are the same.' },
  })
})
