import { expect, test } from 'vitest'
import { isStuckQueue } from './stuck-queues.ts'

test('the owner sees the dead letters of payment queues only', () => {
  expect(['events', 'refunds', 'stray-refunds', 'mail', '', undefined].map(isStuckQueue)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
