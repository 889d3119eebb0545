import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChanges } from './live.ts'

let stream: EventTarget
const fetched = vi.fn<(address: string) => Promise<Response>>()

/** A page with one part that is drawn anew when orders change. */
beforeEach(() => {
  vi.useFakeTimers()
  const part = { id: 'work', dataset: { live: 'orders' } }
  vi.stubGlobal('document', {
    hidden: false,
    querySelector: () => part,
    querySelectorAll: () => [part],
    addEventListener: () => {},
  })
  vi.stubGlobal('location', { href: 'http://localhost/admin' })
  vi.stubGlobal('addEventListener', () => {})
  stream = new EventTarget()
  vi.stubGlobal('EventSource', function FakeStream() {
    return stream
  })
  vi.stubGlobal('fetch', fetched.mockRejectedValue(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetched.mockReset()
})

test('a server that restarts is no error, and everything is drawn when it is back', async () => {
  followChanges()
  stream.dispatchEvent(new Event('open'))
  expect(fetched).not.toHaveBeenCalled()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  // An unhandled rejection would fail the run.
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  stream.dispatchEvent(new Event('open'))
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a stream that breaks and comes back draws everything, as nobody says what was missed', async () => {
  followChanges()
  stream.dispatchEvent(new Event('open'))
  stream.dispatchEvent(new Event('error'))
  expect(fetched).not.toHaveBeenCalled()
  stream.dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toHaveBeenCalledTimes(1)
})
