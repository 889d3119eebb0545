import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChanges } from './live.ts'

let stream: EventTarget
let listenedAt: string[] = []
const fetched = vi.fn<(address: string) => Promise<Response>>()

/** A page with one live part, re-rendered when orders change. */
beforeEach(() => {
  vi.useFakeTimers()
  const part = { id: 'work', dataset: { live: 'orders' } }
  vi.stubGlobal('document', {
    hidden: false,
    body: { dataset: { renderedAt: 'here:1' } },
    querySelector: () => part,
    querySelectorAll: () => [part],
    addEventListener: () => {},
  })
  vi.stubGlobal('location', { href: 'http://localhost/admin' })
  vi.stubGlobal('addEventListener', () => {})
  stream = Object.assign(new EventTarget(), { close: () => {} })
  listenedAt = []
  vi.stubGlobal('EventSource', function FakeStream(address: string) {
    listenedAt.push(address)
    return stream
  })
  vi.stubGlobal('fetch', fetched.mockRejectedValue(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetched.mockReset()
})

test('tolerates a server restart, and re-renders everything when the stream says so', async () => {
  followChanges()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  // An unhandled rejection would fail the run.
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  stream.dispatchEvent(new MessageEvent('changed', { data: 'all' }))
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('resumes from its last render after the page was hidden', async () => {
  followChanges()
  vi.stubGlobal('DOMParser', function FakeParser() {
    return { parseFromString: () => ({ body: { dataset: { renderedAt: 'here:7' } }, getElementById: () => null }) }
  })
  fetched.mockResolvedValue(new Response(''))
  stream.dispatchEvent(new MessageEvent('changed', { data: 'all' }))
  await vi.advanceTimersByTimeAsync(10)
  Object.assign(document, { hidden: true })
  await vi.advanceTimersByTimeAsync(10_000)
  Object.assign(document, { hidden: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(listenedAt).toEqual(['/admin/live?renderedAt=here%3A1', '/admin/live?renderedAt=here%3A7'])
})

test('re-renders a page at the address of a refused form, which redirects to its own page', async () => {
  const replaceWith = vi.fn<(replacement: object) => void>()
  const replacement = { outerHTML: 'new' }
  const inside = { contains: () => false, querySelector: () => null, querySelectorAll: () => [] }
  const part = { id: 'work', dataset: { live: 'orders' }, outerHTML: 'old', replaceWith, ...inside }
  vi.stubGlobal('document', {
    hidden: false,
    body: { dataset: { renderedAt: 'here:1' } },
    querySelector: () => part,
    querySelectorAll: () => [part],
    addEventListener: () => {},
    adoptNode: (node: object) => node,
  })
  vi.stubGlobal('DOMParser', function FakeParser() {
    return { parseFromString: () => ({ getElementById: () => replacement }) }
  })
  fetched.mockResolvedValue(Object.defineProperty(new Response(''), 'redirected', { value: true }))
  followChanges()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  await vi.advanceTimersByTimeAsync(10)
  expect(replaceWith).toHaveBeenCalledWith(replacement)
})
