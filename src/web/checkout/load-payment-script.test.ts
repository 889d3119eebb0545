import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeadlineError } from './deadline.ts'
import { loadPaymentScript } from './load-payment-script.ts'

/** The parts of a document that the loader uses; the browser tests use a real one. */
function fakePage() {
  const scripts: (EventTarget & { src: string; async: boolean; remove: () => void })[] = []
  const page = {
    createElement() {
      const script = Object.assign(new EventTarget(), {
        src: '',
        async: false,
        remove: () => void scripts.splice(scripts.indexOf(script), 1),
      })
      return script
    },
    head: { append: (script: (typeof scripts)[number]) => void scripts.push(script) },
  }
  return { scripts, page: page as unknown as Document }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('all callers share one script while it loads', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/one.js', page)
  const second = loadPaymentScript('https://pay.example/one.js', page)
  expect(scripts.map(({ src }) => src)).toEqual(['https://pay.example/one.js'])
  scripts[0]?.dispatchEvent(new Event('load'))
  await Promise.all([first, second])
  expect(scripts).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a failed load leaves nothing behind and can be tried again', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/two.js', page)
  scripts[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('did not load')
  expect(scripts).toHaveLength(0)
  const second = loadPaymentScript('https://pay.example/two.js', page)
  scripts[0]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBeUndefined()
})

test('a stalled load is abandoned after twenty seconds, and retried at a different address', async () => {
  const { scripts, page } = fakePage()
  const outcome = loadPaymentScript('https://pay.example/three.js', page).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await outcome).toBeInstanceOf(DeadlineError)
  const second = loadPaymentScript('https://pay.example/three.js', page)
  expect(scripts.map(({ src }) => src)).toEqual([
    'https://pay.example/three.js',
    'https://pay.example/three.js?retry=1',
  ])
  scripts[1]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBeUndefined()
})

test('a stalled script that arrives during the next try ends that try', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/four.js', page)
  first.catch(() => {})
  await vi.advanceTimersByTimeAsync(20_000)
  const second = loadPaymentScript('https://pay.example/four.js', page)
  scripts[0]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBeUndefined()
})

test('a script that loads but defines nothing is loaded again by the next try', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/five.js', page)
  scripts[0]?.dispatchEvent(new Event('load'))
  await first
  const second = loadPaymentScript('https://pay.example/five.js', page)
  expect(scripts).toHaveLength(2)
  scripts[1]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBeUndefined()
})
