import { expect, test } from 'vitest'
import { createBucketStore, createLimiter, createLocalLimits } from './limits.ts'

const MINUTE = 60_000

test('caps the keys of all limiters in a process together', async () => {
  const store = createBucketStore(1000)
  const limits = createLocalLimits(() => 0, store)
  const limiters = ['quote', 'quote network', 'sign-up', 'review'].map((name) =>
    limits(name, { count: 5, perMs: MINUTE }),
  )
  for (let address = 0; address < 3000; address += 1)
    for (const limiter of limiters) await limiter.take(`address ${address}`)
  expect(store.size()).toBeLessThanOrEqual(1000)
})

test('drops a bucket that has refilled', () => {
  const clock = { now: 0 }
  const store = createBucketStore()
  const limiter = createLimiter({ count: 5, perMs: MINUTE }, () => clock.now, { store })
  for (let address = 0; address < 5000; address += 1) {
    limiter.take(`address ${address}`)
    clock.now += 1000
  }
  expect(store.size()).toBeLessThanOrEqual(2 * 60)
})

test('keeps a bucket until it has refilled', () => {
  const clock = { now: 0 }
  const store = createBucketStore()
  const limiter = createLimiter({ count: 1, perMs: MINUTE }, () => clock.now, { store })
  // A short limit in the same store must not expire the long one early.
  const short = createLimiter({ count: 1, perMs: 1000 }, () => clock.now, { store, prefix: 'short ' })
  expect(limiter.take('a')).toBe(0)
  while (clock.now < MINUTE - 1000) {
    clock.now += 1000
    short.take(`other ${clock.now}`)
  }
  expect(limiter.take('a')).toBeCloseTo(1000)
})

test('counts limiters with a shared store separately', async () => {
  const limits = createLocalLimits(() => 0)
  const [one, other] = [limits('one', { count: 1, perMs: MINUTE }), limits('other', { count: 1, perMs: MINUTE })]
  expect([await one.take('a'), await other.take('a')]).toEqual([0, 0])
  expect([await one.take('a'), await other.take('a')]).toEqual([MINUTE, MINUTE])
})
