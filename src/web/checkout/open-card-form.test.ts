import type { Card } from '@square/web-payments-sdk-types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { DeadlineError } from './deadline.ts'
import { type CardFormState, openCardForm } from './open-card-form.ts'

/** A stand-in for the provider's script; it counts the forms on the page. */
function fakeSquare({ attach = async () => {} }: { attach?: () => Promise<void> } = {}) {
  const seen = { shown: 0, most: 0, options: [] as unknown[], ids: [] as unknown[] }
  const card = (options: unknown) => {
    seen.options.push(options)
    let isShown = false
    let isDestroyed = false
    return Promise.resolve({
      attach: async () => {
        await attach()
        if (isDestroyed) return
        isShown = true
        seen.shown += 1
        seen.most = Math.max(seen.most, seen.shown)
      },
      destroy: async () => {
        if (isShown) seen.shown -= 1
        isShown = false
        isDestroyed = true
        return true
      },
    } as unknown as Card)
  }
  const payments = (...ids: unknown[]) => {
    seen.ids.push(ids)
    return { card }
  }
  return { seen, square: { payments } }
}

const never = () => new Promise<never>(() => {})
const CONFIG = { applicationId: 'app', locationId: 'loc', scriptUrl: 'https://pay.example/s.js', hasWallets: false }
const container = {} as HTMLElement

function open(changes: Partial<Parameters<typeof openCardForm>[0]> = {}) {
  const states: CardFormState[] = []
  const close = openCardForm(
    {
      scriptUrl: CONFIG.scriptUrl,
      findContainer: () => container,
      send: async () => Response.json(CONFIG),
      loadScript: async () => {},
      ...changes,
    },
    (state) => states.push(state),
  )
  return { states, close }
}

function message([state]: CardFormState[]): string | undefined {
  return state?.status === 'failed' ? state.message : state?.status
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('opens the form as specified: half a second, our ids, 16px near-black', async () => {
  const { seen, square } = fakeSquare()
  const { states, close } = open({ loadScript: async () => void Object.assign(window, { Square: square }) })
  await vi.advanceTimersByTimeAsync(499)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(message(states)).toBe('ready')
  expect(seen.ids).toEqual([['app', 'loc']])
  expect(seen.options).toEqual([{ style: { input: { fontSize: '16px', color: '#1a1a1a' } } }])
  close()
  await vi.runAllTimersAsync()
  expect(seen.shown).toBe(0)
})

test('open, close, open never shows two forms, whenever the close happens', async () => {
  const { seen, square } = fakeSquare({ attach: () => new Promise((resolve) => setTimeout(resolve, 100)) })
  Object.assign(window, { Square: square })
  for (let closeAfter = 0; closeAfter <= 1000; closeAfter += 50) {
    const first = open()
    await vi.advanceTimersByTimeAsync(closeAfter)
    first.close()
    const second = open()
    await vi.advanceTimersByTimeAsync(1000)
    expect(message(second.states), `closed after ${closeAfter} ms`).toBe('ready')
    expect(seen.shown).toBe(1)
    second.close()
    await vi.runAllTimersAsync()
    expect(seen.shown).toBe(0)
  }
  expect(seen.most).toBe(1)
})

test('a closed form reports nothing anymore', async () => {
  const { states, close } = open({ loadScript: () => Promise.reject(new Error('blocked')) })
  close()
  await vi.runAllTimersAsync()
  expect(states).toEqual([])
})

test('a closed form does not report that its container left the page first', async () => {
  Object.assign(window, { Square: fakeSquare().square })
  const { states, close } = open({ findContainer: () => null })
  await vi.advanceTimersByTimeAsync(500)
  close()
  await vi.runAllTimersAsync()
  expect(states).toEqual([])
})

test('every failure has its own message', async () => {
  const blocked = open({ loadScript: () => Promise.reject(new Error('blocked')) })
  await vi.runAllTimersAsync()
  expect(message(blocked.states)).toBe('Failed to load payment form')

  const empty = open()
  await vi.runAllTimersAsync()
  expect(message(empty.states)).toBe('Square SDK not loaded')

  Object.assign(window, { Square: fakeSquare().square })
  const homeless = open({ findContainer: () => null })
  await vi.runAllTimersAsync()
  expect(message(homeless.states)).toBe('Payment container not found')

  const failing = [async () => new Response('no', { status: 503 }), async () => Response.json({ applicationId: 'app' })]
  for (const send of failing) {
    const unconfigured = open({ send })
    await vi.runAllTimersAsync()
    expect(message(unconfigured.states)).toBe('Failed to load Square configuration')
  }

  Object.assign(window, { Square: fakeSquare({ attach: () => Promise.reject(new Error('no')) }).square })
  const refused = open()
  await vi.runAllTimersAsync()
  expect(message(refused.states)).toBe(MESSAGES.paymentUnavailable)
})

test('an iframe that never loads is abandoned after twenty seconds', async () => {
  Object.assign(window, { Square: fakeSquare({ attach: never }).square })
  const { states } = open()
  await vi.advanceTimersByTimeAsync(20_400)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(states).toMatchObject([{ message: 'Payment form unavailable. Please contact support.', problem: 'blocked' }])
})

test('abandons a provider that never returns a card, and destroys a card that arrives late', async () => {
  const destroyed = vi.fn<() => Promise<boolean>>(async () => true)
  let handOut = (_card: unknown): void => {}
  const late = new Promise((resolve) => (handOut = resolve))
  Object.assign(window, { Square: { payments: () => ({ card: () => late }) } })
  const { states } = open()
  await vi.runAllTimersAsync()
  expect(message(states)).toBe(MESSAGES.paymentUnavailable)
  handOut({ attach: async () => {}, destroy: destroyed })
  await vi.runAllTimersAsync()
  expect(destroyed).toHaveBeenCalledOnce()
})

test('a hanging call of a closed form does not keep the next one from opening', async () => {
  const hanging = [
    { payments: () => ({ card: never }) },
    { payments: () => ({ card: async () => ({ attach: never, destroy: never }) }) },
    { payments: () => ({ card: async () => ({ attach: async () => {}, destroy: never }) }) },
  ]
  for (const square of hanging) {
    Object.assign(window, { Square: square })
    const first = open()
    await vi.advanceTimersByTimeAsync(600)
    first.close()
    Object.assign(window, { Square: fakeSquare().square })
    const second = open()
    await vi.advanceTimersByTimeAsync(5000)
    expect(message(second.states)).toBe('ready')
    second.close()
    await vi.runAllTimersAsync()
  }
  Object.assign(window, { Square: undefined })
  const stalled = open({ loadScript: never })
  await vi.advanceTimersByTimeAsync(600)
  stalled.close()
  const next = open({ loadScript: async () => void Object.assign(window, { Square: fakeSquare().square }) })
  await vi.advanceTimersByTimeAsync(600)
  expect(message(next.states)).toBe('ready')
})

test('every failure names its likely cause', async () => {
  const problemOf = async (changes: Parameters<typeof open>[0]) => {
    const { states, close } = open(changes)
    await vi.runAllTimersAsync()
    close()
    const [state] = states
    return state?.status === 'failed' ? state.problem : state?.status
  }
  const blocked = () => Promise.reject(new Error('blocked'))
  expect(await problemOf({ loadScript: blocked })).toBe('blocked')
  expect(await problemOf({ loadScript: () => Promise.reject(new DeadlineError()) })).toBe('stalled')
  expect(await problemOf({}), 'an empty script of a blocker').toBe('blocked')
  Object.assign(window, { Square: fakeSquare({ attach: () => Promise.reject(new Error('no')) }).square })
  expect(await problemOf({})).toBe('refused')
  expect(await problemOf({ send: async () => new Response('no', { status: 503 }) })).toBe('shop')
  vi.stubGlobal('navigator', { onLine: false })
  expect(await problemOf({ send: () => Promise.reject(new TypeError('fetch failed')) })).toBe('offline')
})

test('after a failure it can be tried again', async () => {
  const first = open({ loadScript: () => Promise.reject(new Error('blocked')) })
  await vi.runAllTimersAsync()
  expect(message(first.states)).toBe('Failed to load payment form')
  first.close()
  const second = open({ loadScript: async () => void Object.assign(window, { Square: fakeSquare().square }) })
  await vi.runAllTimersAsync()
  expect(message(second.states)).toBe('ready')
})
