import { expect, test } from 'vitest'
import { bulkSentence } from './bulk-actions.ts'
import { ORDER_TRANSITIONS, type OrderState } from './order-states.ts'

test('says how many were done, and lists the others with the reason', () => {
  const skipped = [
    { number: 'BLM-A', state: 'cancelled' as const },
    { number: 'BLM-B', state: undefined },
    { number: 'BLM-C', state: 'packed' as const },
  ]
  expect(bulkSentence('pack', { done: ['1', '2'], skipped })).toBe(
    '2 orders marked as packed. 1 order already packed. Not packed: BLM-A (canceled), BLM-B (no longer there).',
  )
  expect(bulkSentence('ship', { done: ['1'], skipped: [] })).toBe(
    '1 order marked as shipped. Each customer gets one email.',
  )
  expect(bulkSentence('unpack', { done: [], skipped: [{ number: 'BLM-A', state: 'shipped' }] })).toBe(
    'Not unpacked: BLM-A (already shipped).',
  )
  const late = [
    { number: 'BLM-A', state: 'shipped' as const },
    { number: 'BLM-B', state: 'delivered' as const },
    { number: 'BLM-C', state: 'packed' as const },
  ]
  expect(bulkSentence('unship', { done: ['1'], skipped: late })).toBe(
    '1 order back in Packed. 1 order already in Packed. Still shipped: BLM-A (shipped more than an hour ago), BLM-B (already delivered).',
  )
})

test.each([
  ['pack', 'Not packed: BLM-A (%).', ['2 orders marked as packed.', '1 order already packed.']],
  ['unpack', 'Not unpacked: BLM-A (%).', ['2 orders back in To pack.', '1 order not packed anyway.']],
  [
    'ship',
    'Not shipped: BLM-A (%).',
    ['2 orders marked as shipped. Each customer gets one email.', '1 order already shipped.'],
  ],
  ['unship', 'Still shipped: BLM-A (%).', ['2 orders back in Packed.', '1 order already in Packed.']],
  ['deliver', 'Not delivered: BLM-A (%).', ['2 orders marked as delivered.', '1 order already delivered.']],
  ['undeliver', 'Not changed: BLM-A (%).', ['2 orders back in Shipped.', '1 order not delivered anyway.']],
] as const)('words what %s did, and for every state why not', (action, refused, [done, already]) => {
  const { to } = ORDER_TRANSITIONS[action]
  const own: Partial<Record<OrderState, string>> =
    action === 'unship' ? { shipped: 'shipped more than an hour ago', paid: 'not shipped' } : {}
  const reasons = {
    pending_payment: 'payment not confirmed',
    paid: 'not packed yet',
    packed: 'already packed',
    partly_shipped: 'partly shipped',
    shipped: 'already shipped',
    delivered: 'already delivered',
    payment_failed: 'not paid',
    cancelled: 'canceled',
    refunded: 'refunded',
    ...own,
  } satisfies Record<OrderState, string>
  for (const [state, reason] of Object.entries(reasons) as [OrderState, string][]) {
    const skipped = [{ number: 'BLM-A', state }]
    const why = state === to ? already : refused.replace('%', reason)
    expect(bulkSentence(action, { done: ['1', '2'], skipped })).toBe(`${done} ${why}`)
  }
})

test('lists eight without mentioning more', () => {
  const skipped = Array.from({ length: 8 }, (_, index) => ({ number: `BLM-${index}`, state: undefined }))
  expect(bulkSentence('pack', { done: [], skipped })).toMatch(/BLM-7 \(no longer there\)\.$/)
})

test('stays short, however many were not done', () => {
  const skipped = Array.from({ length: 100 }, (_, index) => ({
    number: `BLM-AAAAAAAA-${1000 + index}`,
    state: 'pending_payment' as const,
  }))
  const sentence = bulkSentence('pack', { done: [], skipped })
  expect(sentence).toContain(', 92 more.')
  expect(sentence.length).toBeLessThan(500)
})
