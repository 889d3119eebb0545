import { randomUUID } from 'node:crypto'
import { OPERATIONS } from '#server/api-operations.ts'
import { anOrder } from './an-order.ts'

const FOLDER = 'POST /functions/v1/'

/** Every function below /functions/v1, by the last part of its path. */
export const FUNCTION_NAMES = Object.keys(OPERATIONS)
  .filter((address) => address.startsWith(FOLDER))
  .map((address) => address.slice(FOLDER.length))

/**
 * A body that each function accepts. The API document, text that can't be stored and the fuzzer are all tested with it,
 * so a function needs no other entry in those tests.
 */
const SAMPLES: Record<string, Record<string, unknown>> = {
  'get-square-config': {},
  'process-square-payment': { ...anOrder(), discountCode: 'TEN', sourceId: 'cnon:card' },
  'quote-order': { items: anOrder().items, email: 'ana@example.com', state: 'UT', discountCode: 'TEN' },
  'order-status': { checkoutId: randomUUID() },
  'find-order': { orderNumber: 'BLM-ABCDEFGH-JKLM', email: 'ana@example.com' },
  'cancel-order': { token: 'a-token' },
  'pay-balance': { token: 'a-token', requestId: randomUUID(), sourceId: 'cnon:x' },
  'validate-discount-code': { discountCode: 'TEN', subtotal: 5800 },
  'email-signup': { email: 'ana@example.com', website: '' },
  'submit-review': { product_id: 'pure-bloom', rating: 5, title: 'Good', body: 'Soft.', reviewer_name: 'Ana' },
  'update-featured-reviews': { reviewIds: [randomUUID()] },
}

export function functionSample(name: string): { body: Record<string, unknown>; headers: Record<string, string> } {
  const body = SAMPLES[name]
  if (!body) throw new Error(`${name} has no sample: add a body that it accepts to SAMPLES in test/function-samples.ts`)
  const { needsKey } = OPERATIONS[`${FOLDER}${name}`] ?? {}
  return { body, headers: needsKey ? { authorization: 'Bearer bloomera-public' } : {} }
}
