import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INVALID_REQUEST, parseForm, type Schema } from '#contract/form.ts'
import { reviewUnderAnyNames } from '#contract/submit-review.ts'
import { FUNCTION_NAMES, functionSample } from '#test/function-samples.ts'
import { OPERATIONS, REQUESTS } from './api-operations.ts'
import { noBody } from './platform/http/json-function.ts'

/** Zod's wording if a schema has no message of its own. */
const LIBRARY_WORDS = /invalid (?!request)|expected|received|unrecognized|too (?:big|small)|must match|<=|>=/i
const schemas: [string, Schema<unknown>, string[]][] = Object.entries(REQUESTS).map(([name, schema]) => [
  name,
  schema === REQUESTS.ReviewSubmission ? reviewUnderAnyNames : schema,
  Object.keys(schema.shape),
])

test.for(schemas)('%s rejects anything invalid with our own message', ([, schema, names]) => {
  const field = fc.option(fc.jsonValue(), { nil: undefined })
  const sent = fc.oneof(fc.jsonValue(), fc.record(Object.fromEntries(names.map((name) => [name, field]))))
  fc.assert(
    fc.property(sent, (body) => {
      const read = parseForm(schema, body)
      for (const message of read.ok ? [] : Object.values(read.errors)) expect(message).not.toMatch(LIBRARY_WORDS)
    }),
  )
  const empty = parseForm(schema, {})
  expect(empty.ok).toBe(false)
})

test.for(FUNCTION_NAMES)('%s has a sample that its schema accepts', (name) => {
  const { request } = OPERATIONS[`POST /functions/v1/${name}`] ?? {}
  const schema: Schema<unknown> = request ? REQUESTS[request] : noBody
  expect(parseForm(schema, functionSample(name).body)).toMatchObject({ ok: true })
})

test('a field without its own message is an invalid request', () => {
  expect(parseForm(REQUESTS.CancelOrderRequest, { token: 7 })).toEqual({
    ok: false,
    errors: { token: INVALID_REQUEST },
  })
})
