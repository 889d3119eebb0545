import { expect, test } from 'vitest'
import { createPaymentFlow, type PaymentFlowDeps, type UnpaidOrder } from './payment-flow.ts'
import type { PaymentOutcome } from './payment-state.ts'

const ORDER: UnpaidOrder = {
  items: [{ productId: 'pure-bloom', quantity: 1, size: '1oz' }],
  customerInfo: { email: 'dana@example.com', firstName: 'Dana', lastName: 'W', phone: null },
  shippingAddress: { line1: '12 Elm St', line2: null, city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  discountCode: null,
  expectedTotalCents: 3678,
}
const PAID: PaymentOutcome = { kind: 'paid', order: { number: 'BLM-23456789-AAAA', path: '/order/t' } }

/** A shop that responds from two lists, and a storage that shows what was stored. */
function setUp({ pays = [], asks = [] }: { pays?: PaymentOutcome[]; asks?: PaymentOutcome[] }) {
  const seen = { requests: [] as [string, string][], asked: [] as string[], waits: [] as number[], tokens: 0 }
  const kept = { id: 'id-0', unsettled: null as string | null, isForgotten: false }
  let ids = 0
  const parts: PaymentFlowDeps = {
    store: {
      checkoutId: () => kept.unsettled ?? kept.id,
      keepCheckoutId: (id) => void (kept.id = id),
      setUnsettled: (id) => void (kept.unsettled = id),
      forget: () => void (kept.isForgotten = true),
    },
    pay: async (request, id) => {
      seen.requests.push([id, request.sourceId])
      return pays.shift() ?? { kind: 'unknown' }
    },
    ask: async (id) => {
      seen.asked.push(id)
      return asks.shift() ?? PAID
    },
    wait: async (milliseconds) => void seen.waits.push(milliseconds),
    lock: (run) => run(),
    newId: () => `id-${++ids}`,
  }
  const attempt = {
    quote: async () => ORDER,
    tokenize: async () => `token-${++seen.tokens}`,
  }
  return { seen, kept, parts, attempt, flow: createPaymentFlow(parts) }
}

test('paid at once: one token, one request, no status request, nothing left behind', async () => {
  const { flow, seen, kept, attempt } = setUp({ pays: [PAID] })
  expect(await flow.start(attempt)).toEqual(PAID)
  expect(seen).toEqual({ requests: [['id-0', 'token-1']], asked: [], waits: [], tokens: 1 })
  expect(kept).toMatchObject({ unsettled: null, isForgotten: true })
})

test('a double click pays once', async () => {
  const { flow, seen, attempt } = setUp({ pays: [PAID] })
  const [first, second] = await Promise.all([flow.start(attempt), flow.start(attempt)])
  expect([first.kind, second.kind]).toEqual(['paid', 'busy'])
  expect(seen.requests).toHaveLength(1)
})

test('while another tab pays, this one does not', async () => {
  const { parts, seen, attempt } = setUp({})
  const flow = createPaymentFlow({ ...parts, lock: async () => undefined })
  expect(await flow.start(attempt)).toEqual({ kind: 'elsewhere' })
  expect(seen.requests).toEqual([])
  expect(flow.getState().step).toBe('failed')
})

test('the payment is stored before it is sent', async () => {
  const { parts, kept, attempt } = setUp({})
  let noted: string | null = null
  const flow = createPaymentFlow({
    ...parts,
    pay: async () => {
      noted = kept.unsettled
      return PAID
    },
  })
  await flow.start(attempt)
  expect(noted).toBe('id-0')
})

test('a decline needs a new id and a new token', async () => {
  const { flow, seen, kept, attempt } = setUp({ pays: [{ kind: 'failed', message: 'no', isFinal: true }, PAID] })
  expect(await flow.start(attempt)).toMatchObject({ kind: 'failed' })
  expect(kept).toMatchObject({ id: 'id-1', unsettled: null })
  await flow.start(attempt)
  expect(seen.requests).toEqual([
    ['id-0', 'token-1'],
    ['id-1', 'token-2'],
  ])
})

test('no response and no order: the same id and the same token again', async () => {
  const { flow, seen, attempt } = setUp({ pays: [{ kind: 'unknown' }, PAID], asks: [{ kind: 'none' }] })
  expect(await flow.start(attempt)).toEqual({ kind: 'none' })
  expect(seen.asked).toEqual(['id-0'])
  expect(seen.waits).toEqual([])
  expect(await flow.start(attempt)).toEqual(PAID)
  expect(seen.requests).toEqual([
    ['id-0', 'token-1'],
    ['id-0', 'token-1'],
  ])
})

test('no response, no order, and another address: the same id, but a token for the new order', async () => {
  const { flow, seen, attempt } = setUp({ pays: [{ kind: 'unknown' }, PAID], asks: [{ kind: 'none' }] })
  await flow.start(attempt)
  await flow.start({ ...attempt, quote: async () => ({ ...ORDER, expectedTotalCents: 1 }) })
  expect(seen.requests).toEqual([
    ['id-0', 'token-1'],
    ['id-0', 'token-2'],
  ])
})

test('a pending payment is asked about, at growing intervals, until it is known', async () => {
  const pending: PaymentOutcome = { kind: 'pending' }
  const { flow, seen, attempt } = setUp({
    pays: [pending],
    asks: [pending, pending, { kind: 'unknown' }, pending, pending, PAID],
  })
  expect(await flow.start(attempt)).toEqual(PAID)
  expect(seen.waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('a pending payment that the shop then does not know may be paid again, under the same id', async () => {
  const { flow, seen, kept, attempt } = setUp({ pays: [{ kind: 'pending' }, PAID], asks: [{ kind: 'none' }] })
  expect(await flow.start(attempt)).toEqual({ kind: 'none' })
  expect(flow.getState()).toEqual({ checkoutId: 'id-0', step: 'failed' })
  expect(kept.unsettled).toBeNull()
  expect(await flow.start(attempt)).toEqual(PAID)
  expect(seen.requests).toEqual([
    ['id-0', 'token-1'],
    ['id-0', 'token-1'],
  ])
})

test('a payment that ends before it is sent asks and stores nothing', async () => {
  const { flow, seen, kept, attempt } = setUp({})
  expect(await flow.start({ ...attempt, quote: async () => undefined })).toEqual({ kind: 'stopped' })
  expect(await flow.start({ ...attempt, tokenize: async () => undefined })).toEqual({ kind: 'stopped' })
  expect(seen.requests).toEqual([])
  expect(kept).toMatchObject({ id: 'id-0', unsettled: null })
  expect(flow.getState()).toEqual({ checkoutId: 'id-0', step: 'failed' })
})

test('a reloaded page asks under the stored id and never pays by itself', async () => {
  const { parts, kept, seen } = setUp({ asks: [{ kind: 'unknown' }, { kind: 'pending' }, PAID] })
  kept.unsettled = 'id-of-the-lost-page'
  const flow = createPaymentFlow(parts)
  expect(await flow.resume()).toEqual(PAID)
  expect(seen.asked).toEqual(['id-of-the-lost-page', 'id-of-the-lost-page', 'id-of-the-lost-page'])
  expect(seen.requests).toEqual([])
})

test('a second purchase on the same page is a new checkout', async () => {
  const { flow, seen, attempt } = setUp({ pays: [PAID, PAID] })
  await flow.start(attempt)
  flow.restart()
  await flow.start(attempt)
  const [first, second] = seen.requests.map(([id]) => id)
  expect(first).not.toBe(second)
})

test('an error before anything is sent unlocks the button', async () => {
  const { flow, seen, attempt } = setUp({ pays: [PAID] })
  const broken = () => Promise.reject(new Error('a bug of this page'))
  expect(await flow.start({ ...attempt, quote: broken })).toMatchObject({ kind: 'broken' })
  expect(await flow.start({ ...attempt, tokenize: broken })).toMatchObject({ kind: 'broken' })
  expect(seen.requests).toEqual([])
  expect(flow.getState().step).toBe('failed')
  expect(await flow.start(attempt)).toEqual(PAID)
})

test('an error while the payment is being sent is an unknown outcome: the shop is asked, nothing is sent twice', async () => {
  const { parts, seen, attempt } = setUp({ asks: [{ kind: 'pending' }, PAID] })
  const flow = createPaymentFlow({ ...parts, pay: () => Promise.reject(new Error('lost')) })
  expect(await flow.start(attempt)).toEqual(PAID)
  expect(seen.asked).toEqual(['id-0', 'id-0'])
})
