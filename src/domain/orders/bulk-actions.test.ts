import { expect, test } from 'vitest'
import { bulkSentence } from './bulk-actions.ts'

test('says how many were done, and names the others with the reason', () => {
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

test('stays short however many were not done', () => {
  const skipped = Array.from({ length: 100 }, (_, index) => ({
    number: `BLM-AAAAAAAA-${1000 + index}`,
    state: 'pending_payment' as const,
  }))
  const sentence = bulkSentence('pack', { done: [], skipped })
  expect(sentence).toContain(', 92 more.')
  expect(sentence.length).toBeLessThan(500)
})
