import { expect, test } from 'vitest'
import { firstError, parseForm } from './form.ts'
import { MESSAGES } from './messages.ts'
import { reviewSubmission } from './submit-review.ts'

const good = { productId: 'pure-bloom', rating: 5, title: 'Lovely', body: 'It sinks in.', reviewerName: 'Ana' }

function problem(changes: Record<string, unknown>): unknown {
  const read = parseForm(reviewSubmission, { ...good, ...changes })
  return read.ok ? undefined : firstError(read.errors)
}

function parsed(changes: Record<string, unknown>) {
  return reviewSubmission.parse({ ...good, ...changes })
}

test('accepts texts at the limit and refuses one character more, naming the field', () => {
  const email = (length: number) => `${'a'.repeat(length - 12)}@example.com`
  expect(problem({ title: 'x'.repeat(100) })).toBeUndefined()
  expect(problem({ title: 'x'.repeat(101) })).toMatchObject({ field: 'title' })
  expect(problem({ body: '😀'.repeat(2000) })).toBeUndefined()
  expect(problem({ body: '😀'.repeat(2001) })).toMatchObject({ field: 'body' })
  expect(problem({ reviewerName: 'é'.repeat(50) })).toBeUndefined()
  expect(problem({ reviewerName: 'é'.repeat(51) })).toMatchObject({ field: 'reviewerName' })
  expect(problem({ email: email(100) })).toBeUndefined()
  expect(problem({ email: email(101) })).toMatchObject({ field: 'email' })
  expect(problem({ reviewerLocation: 'x'.repeat(50) })).toBeUndefined()
  expect(problem({ reviewerLocation: 'x'.repeat(51) })).toMatchObject({ field: 'reviewerLocation' })
  expect(problem({ orderNumber: 'x'.repeat(50) })).toBeUndefined()
  expect(problem({ orderNumber: 'x'.repeat(51) })).toMatchObject({ field: 'orderNumber' })
})

test('accepts only whole stars from one to five', () => {
  for (const rating of [0, 6, 4.5, '5', null, undefined, Number.NaN, [5]])
    expect(problem({ rating })).toEqual({ field: 'rating', message: MESSAGES.ratingRequired })
})

test('requires visible text in required fields', () => {
  for (const title of ['', '   ', '\n', '\u200b\u200d', 7, null, undefined])
    expect(problem({ title })).toMatchObject({ field: 'title' })
  expect(problem({ body: '👍' })).toBeUndefined()
})

test('accepts markup, right-to-left marks, zalgo, and emoji as text, and trims it', () => {
  const strange = '<script>alert(1)</script> \u202eabc\u202c Z̴̧͝a̶l̸g̷o̵ 🌿 {{7*7}} [a](javascript:b) \u2028'
  expect(parsed({ body: ` ${strange}x\r\ny ` }).body).toBe(`${strange}x\ny`.normalize('NFC'))
})

test('counts composed letters once', () => {
  expect(parsed({ reviewerName: 'e\u0301'.repeat(50) }).reviewerName).toBe('é'.repeat(50))
})

test('refuses unprintable characters, naming the field', () => {
  for (const title of ['a\0b', 'a\u0007', 'a\nb', 'a\u0085b', 'half \ud83d'])
    expect(problem({ title })).toMatchObject({ field: 'title' })
  expect(problem({ body: 'a\0b' })).toMatchObject({ field: 'body' })
  expect(problem({ body: 'two\n\n\tlines' })).toBeUndefined()
})

test('turns empty fields into null and drops unknown ones', () => {
  const review = parsed({ email: ' ', orderNumber: null, is_published: true, verified_purchase: true, source: 'admin' })
  expect(review).toEqual({
    ...good,
    email: null,
    orderNumber: null,
    reviewerLocation: null,
    proof: null,
    website: '',
    elapsedMs: 3000,
  })
})

test('reports every invalid field once, in form order', () => {
  const read = parseForm(reviewSubmission, { ...good, rating: 0, title: '\u0000'.repeat(101), reviewerName: ' ' })
  expect(!read.ok && Object.keys(read.errors)).toEqual(['rating', 'title', 'reviewerName'])
})

test('requires a valid email address', () => {
  expect(problem({ email: 'ana' })).toEqual({ field: 'email', message: MESSAGES.emailInvalid })
})
