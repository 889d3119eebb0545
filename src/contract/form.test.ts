import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- forms of the desk are in zod
import { z } from 'zod'
import * as mini from 'zod/mini'
import { errorIn, firstError, INVALID_REQUEST, parseForm } from './form.ts'

const form = z.strictObject({
  name: z
    .string('Name is missing.')
    .min(2, 'Name is too short.')
    .regex(/^[a-z]+$/, 'Name has other letters.'),
  lines: z.array(z.strictObject({ quantity: z.int('Write a number.') })),
})

test('parses a valid form with zod and zod/mini', () => {
  expect(parseForm(form, { name: 'ana', lines: [] })).toEqual({ ok: true, value: { name: 'ana', lines: [] } })
  const small = mini.object({ name: mini.string().check(mini.trim()) })
  expect(parseForm(small, { name: ' ana ' })).toEqual({ ok: true, value: { name: 'ana' } })
})

test('reports the first error of each field, in schema order', () => {
  const read = parseForm(form, { lines: [{ quantity: 'x' }, { quantity: 'y' }], name: '1' })
  expect(read).toEqual({ ok: false, errors: { name: 'Name is too short.', lines: 'Write a number.' } })
  expect(!read.ok && firstError(read.errors)).toEqual({ field: 'name', message: 'Name is too short.' })
})

test('reports input that none of our forms send as an error of the whole form, without library text', () => {
  for (const sent of [
    null,
    'text',
    [],
    { name: 'ana', lines: [], price: 1 },
    { name: 'ana', lines: [{ quantity: 1, x: 1 }] },
  ])
    expect(parseForm(form, sent)).toEqual({ ok: false, errors: { form: INVALID_REQUEST } })
})

test('refuses a field without a message of its own, and shows no library text', () => {
  const wordless = z.object({ items: z.array(z.string().max(3)), size: z.enum(['1oz']), count: mini.int() })
  for (const sent of [{}, { items: 'x', size: 1, count: 0.5 }, { items: ['long'], size: '9oz', count: '1' }]) {
    const read = parseForm(wordless, sent)
    expect(!read.ok && read.errors).toEqual({ items: INVALID_REQUEST, size: INVALID_REQUEST, count: INVALID_REQUEST })
  }
})

test('a rule about the whole form has its own message', () => {
  const pair = z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a !== b, 'Both are the same.')
  const read = parseForm(pair, { a: 'x', b: 'x' })
  expect(read).toEqual({ ok: false, errors: { form: 'Both are the same.' } })
  expect(!read.ok && firstError(read.errors)).toEqual({ message: 'Both are the same.' })
})

test('maps request paths to form fields, and an unmapped path to no field', () => {
  const names: Record<string, string> = { 'who.mail': 'email' }
  const nested = z.object({ who: z.object({ mail: z.string('No email.'), token: z.string() }) })
  expect(parseForm(nested, { who: {} }, (path) => names[path.join('.')])).toEqual({
    ok: false,
    errors: { email: 'No email.', form: INVALID_REQUEST },
  })
})

test('reads the error of a response in either shape, and nothing else', () => {
  expect(errorIn({ error: { code: 'c', message: 'No.', field: 'email' } })).toEqual({ message: 'No.', field: 'email' })
  expect(errorIn({ error: { code: 'c', message: 'No.' } })).toEqual({ message: 'No.' })
  expect(errorIn({ success: false, error: 'No.' })).toEqual({ message: 'No.' })
  for (const body of [undefined, null, 'text', [], {}, { error: null }, { error: {} }, { error: { message: 7 } }])
    expect(errorIn(body)).toBeUndefined()
})
