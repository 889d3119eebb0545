import { afterEach, expect, test, vi } from 'vitest'
import { withPaymentLock } from './payment-lock.ts'

type Callback = (lock: object | null) => unknown

function browserWith(request: (name: string, options: object, callback: Callback) => Promise<unknown>) {
  vi.stubGlobal('navigator', { locks: { request } })
}
afterEach(() => void vi.unstubAllGlobals())

test('returns the result of what runs under the lock, and runs nothing if the lock is taken', async () => {
  browserWith(async (_name, _options, callback) => callback({}))
  expect(await withPaymentLock(async () => 'paid')).toBe('paid')
  browserWith(async (_name, _options, callback) => callback(null))
  expect(await withPaymentLock(async () => 'paid')).toBeUndefined()
})

test('a browser without locks pays without one', async () => {
  browserWith(() => Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError')))
  expect(await withPaymentLock(async () => 'paid')).toBe('paid')
})

test('runs nothing twice after a failure under the lock', async () => {
  browserWith(async (_name, _options, callback) => callback({}))
  const run = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('broken')))
  await expect(withPaymentLock(run)).rejects.toThrow('broken')
  expect(run).toHaveBeenCalledOnce()
})
