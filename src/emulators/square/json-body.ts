import type { Context } from 'hono'
import { invalidRequest } from './api-error.ts'
import type { JsonObject } from './objects.ts'
import { isObject } from './read-fields.ts'

/** The body of a request of the API; an empty one counts as an empty object. */
export async function jsonBody(c: Context): Promise<JsonObject> {
  const text = await c.req.text()
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidRequest('BAD_REQUEST', 'The request body is not valid JSON.')
  }
  if (!isObject(value)) throw invalidRequest('BAD_REQUEST', 'The request body is not an object.')
  return value
}
