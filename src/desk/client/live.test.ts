import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChanges } from './live.ts'

let stream: EventTarget
let listenedAt: string[] = []
const fetched = vi.fn<(address: string, request: { headers: Record<string, string> }) => Promise<Response>>()
/** The headers of the requests for the page. */
const pages = () => fetched.mock.calls.flatMap(([address, { headers }]) => (address === location.href ? [headers] : []))

/** Neither in focus nor with selections or forms. */
const UNUSED = {
  contains: () => false,
  querySelector: () => null as object | null,
  querySelectorAll: () => [],
  closest: () => null as { dataset: { open: string } } | null,
}

/** A page with one live part, re-rendered when orders change. */
beforeEach(() => {
  vi.useFakeTimers()
  const box = { getBoundingClientRect: () => ({ top: 0, bottom: 9 }) }
  const part = { id: 'work', dataset: { live: 'orders' }, ...UNUSED, ...box }
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('document', {
    hidden: false,
    body: { dataset: { renderedAt: 'here:1' } },
    querySelector: () => null,
    querySelectorAll: () => [part],
    getElementById: () => null,
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
  expect(pages()).toEqual([{ accept: 'text/html', 'x-desk-parts': 'work' }])
  stream.dispatchEvent(new MessageEvent('changed', { data: 'all' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(pages()).toHaveLength(2)
})

test('fetches changes within a second together, and only the affected parts', async () => {
  followChanges()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'reviews' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(pages()).toEqual([])
  for (let turn = 0; turn < 20; turn += 1) {
    stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
    await vi.advanceTimersByTimeAsync(100)
  }
  // In two seconds: at one second and at two.
  expect(pages()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(pages().length).toBeLessThanOrEqual(3)
})

test('fetches a costly part out of view when it comes into view', async () => {
  let top = 5000
  const part = {
    id: 'far',
    dataset: { live: 'orders', costly: '' },
    ...UNUSED,
    getBoundingClientRect: () => ({ top, bottom: top + 9 }),
  }
  let scroll = () => {}
  Object.assign(document, {
    querySelectorAll: (of: string) => (of === '[data-live]' ? [part] : []),
    addEventListener: (kind: string, listener: () => void) => {
      if (kind === 'scroll') scroll = listener
    },
  })
  vi.stubGlobal('DOMParser', function FakeParser() {
    return { parseFromString: () => ({ getElementById: () => null }) }
  })
  fetched.mockImplementation(async () => new Response(''))
  followChanges()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(pages()).toEqual([])
  top = 300
  scroll()
  await vi.advanceTimersByTimeAsync(10)
  expect(pages()).toEqual([{ accept: 'text/html', 'x-desk-parts': 'far' }])
  await vi.advanceTimersByTimeAsync(2000)
  scroll()
  await vi.advanceTimersByTimeAsync(10)
  expect(pages()).toHaveLength(1)
})

test('keeps the numbers in the navigation up to date', async () => {
  const number = { textContent: '3' }
  const badge = { dataset: { badge: 'orders' }, hidden: false, firstElementChild: number }
  Object.assign(document, { querySelectorAll: (of: string) => (of === '[data-badge]' ? [badge] : []) })
  fetched.mockImplementation(async (address) => {
    if (address !== '/admin/badges') throw new TypeError('Failed to fetch')
    return Response.json({ orders: 1200, reviews: 0, money: 0 })
  })
  followChanges()
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  await vi.advanceTimersByTimeAsync(10)
  expect(number.textContent).toBe('999+')
  fetched.mockImplementation(async () => Response.json({ orders: 0 }))
  stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(badge.hidden).toBe(true)
})

test('resumes from its last render after the page was hidden', async () => {
  followChanges()
  vi.stubGlobal('DOMParser', function FakeParser() {
    return { parseFromString: () => ({ getElementById: () => null }) }
  })
  fetched.mockImplementation(async () => new Response('', { headers: { 'x-desk-rendered-at': 'here:7' } }))
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
  const replacement = { ...UNUSED, outerHTML: 'new' }
  const part = {
    id: 'work',
    dataset: { live: 'orders' },
    outerHTML: 'old',
    replaceWith,
    ...UNUSED,
    getBoundingClientRect: () => ({ top: 0, bottom: 9 }),
  }
  vi.stubGlobal('document', {
    hidden: false,
    body: { dataset: { renderedAt: 'here:1' } },
    querySelector: () => null,
    querySelectorAll: () => [part],
    getElementById: () => null,
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

/** Live parts that can be in use, and what the server now renders for them. */
function openPage(ids: readonly string[]) {
  const listeners = new Map<string, () => void>()
  const parts = ids.map((id) => ({
    id,
    ...UNUSED,
    dataset: { live: 'orders', liveWith: ids.find((other) => other !== id) },
    outerHTML: '<p>old</p>',
    scrollLeft: 0,
    getBoundingClientRect: () => ({ top: 0, bottom: 9 }),
    replaceWith: vi.fn<(replacement: { outerHTML: string }) => void>(),
  }))
  Object.assign(document, {
    querySelectorAll: (of: string) => (of === '[data-live]' ? parts : []),
    getElementById: (id: string) => parts.find((part) => part.id === id) ?? null,
    addEventListener: (kind: string, listener: () => void) => listeners.set(kind, listener),
    adoptNode: (node: object) => node,
  })
  const fresh = { ...UNUSED, outerHTML: '<p>new</p>', scrollLeft: 0 }
  vi.stubGlobal('DOMParser', function FakeParser() {
    return { parseFromString: () => ({ getElementById: () => fresh }) }
  })
  fetched.mockImplementation(async () => new Response(''))
  followChanges()
  const [part, other] = parts
  if (!part) throw new Error('no part')
  return {
    part,
    other,
    fresh,
    use: () => Object.assign(part, { querySelector: () => ({}) }),
    free: () => Object.assign(part, { querySelector: () => null }),
    change: () => stream.dispatchEvent(new MessageEvent('changed', { data: 'orders' })),
    fire: (kind: string) => listeners.get(kind)?.(),
  }
}

test.each(['focusout', 'click', 'scroll'])(
  'shows what changed while a box was ticked once it is free: %s',
  async (kind) => {
    const { part, fresh, use, free, change, fire } = openPage(['orders'])
    use()
    change()
    await vi.advanceTimersByTimeAsync(3000)
    fire(kind)
    await vi.advanceTimersByTimeAsync(3000)
    expect(pages()).toEqual([])
    free()
    fire(kind)
    await vi.advanceTimersByTimeAsync(3000)
    expect(pages()).toEqual([{ accept: 'text/html', 'x-desk-parts': 'orders' }])
    expect(part.replaceWith).toHaveBeenCalledExactlyOnceWith(fresh)
    fire(kind)
    await vi.advanceTimersByTimeAsync(3000)
    expect(pages()).toHaveLength(1)
  },
)

test('keeps a part that came into use while it was fetched, and one that could not be fetched, for later', async () => {
  const { part, use, free, change, fire } = openPage(['orders'])
  fetched.mockImplementation(async (address) => {
    if (address === location.href) use()
    return new Response('')
  })
  change()
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toHaveLength(1)
  expect(part.replaceWith).not.toHaveBeenCalled()
  free()
  fetched.mockImplementation(async () => new Response('', { status: 503 }))
  fire('focusout')
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toHaveLength(2)
  fetched.mockImplementation(async () => new Response(''))
  fire('focusout')
  await vi.advanceTimersByTimeAsync(3000)
  expect(part.replaceWith).toHaveBeenCalledOnce()
})

test('replaces parts that belong together only together', async () => {
  const { part, other, use, free, change, fire } = openPage(['work', 'foot'])
  use()
  change()
  await vi.advanceTimersByTimeAsync(3000)
  expect(other?.replaceWith).not.toHaveBeenCalled()
  free()
  fire('focusout')
  await vi.advanceTimersByTimeAsync(3000)
  expect(part.replaceWith).toHaveBeenCalledOnce()
  expect(other?.replaceWith).toHaveBeenCalledOnce()
})

test('replaces nothing while a dialog is open, whose answer may send a form, and catches up once it is closed', async () => {
  const { part, change, fire } = openPage(['work'])
  Object.assign(document, { querySelector: (of: string) => (of === 'dialog[open]' ? {} : null) })
  change()
  fire('click')
  await vi.advanceTimersByTimeAsync(3000)
  expect(part.replaceWith).not.toHaveBeenCalled()
  Object.assign(document, { querySelector: () => null })
  fire('close')
  await vi.advanceTimersByTimeAsync(3000)
  expect(part.replaceWith).toHaveBeenCalledOnce()
})

test('fetches nothing more for a page whose form was sent, unless it stays', async () => {
  let submit = (_event: { defaultPrevented: boolean }) => {}
  vi.stubGlobal('addEventListener', (kind: string, listener: typeof submit) => {
    if (kind === 'submit') submit = listener
  })
  const { use, free, change, fire } = openPage(['work'])
  use()
  change()
  await vi.advanceTimersByTimeAsync(3000)
  free()
  submit({ defaultPrevented: false })
  fire('close')
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toEqual([])
  await vi.advanceTimersByTimeAsync(3000)
  fire('click')
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toHaveLength(1)
})

test('keeps the parts of another order than the one in the address', async () => {
  const { part, fresh, change, fire } = openPage(['work'])
  const open = (id: string) => ({ closest: () => ({ dataset: { open: id } }) })
  Object.assign(part, open('shown'))
  Object.assign(fresh, open('next'))
  change()
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toHaveLength(1)
  expect(part.replaceWith).not.toHaveBeenCalled()
  Object.assign(fresh, open('shown'))
  fire('focusout')
  await vi.advanceTimersByTimeAsync(3000)
  expect(part.replaceWith).toHaveBeenCalledOnce()
})

test('a replaced part stays where it was scrolled to', async () => {
  const { part, fresh, change } = openPage(['tabs'])
  part.scrollLeft = 120
  change()
  await vi.advanceTimersByTimeAsync(3000)
  expect(fresh.scrollLeft).toBe(120)
})

test('leaves a part in place if only the idempotency key of its forms is another one', async () => {
  const { part, fresh, change } = openPage(['work'])
  part.outerHTML = '<input type="hidden" name="formKey" value="one">Packed'
  fresh.outerHTML = '<input type="hidden" name="formKey" value="two">Packed'
  change()
  await vi.advanceTimersByTimeAsync(3000)
  expect(pages()).toHaveLength(1)
  expect(part.replaceWith).not.toHaveBeenCalled()
})
