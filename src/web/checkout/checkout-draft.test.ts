import { expect, test } from 'vitest'
import { FIELD_NAMES, readDraft } from './checkout-draft.ts'

const EMPTY = Object.fromEntries(FIELD_NAMES.map((name) => [name, '']))

test('a draft survives being stored', () => {
  const draft = { ...EMPTY, firstName: 'Dana', state: 'UT' }
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
})

test('reads nothing, nonsense and foreign values as an empty form', () => {
  for (const stored of [null, '', '{', '42', 'null', '[]', '{"firstName":42}', `{"zip":"${'9'.repeat(5000)}"}`]) {
    expect(readDraft(stored)).toEqual(EMPTY)
  }
})

test('restores only the fields of the form', () => {
  expect(readDraft('{"firstName":"Dana","cardNumber":"4111"}')).toEqual({ ...EMPTY, firstName: 'Dana' })
})
