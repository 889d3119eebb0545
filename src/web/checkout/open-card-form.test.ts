import type { Card } from '@square/web-payments-sdk-types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { type CardFormState, openCardForm } from './open-card-form.ts'

/** A stand-in for the provider's script, which is not ours: it counts the forms that are on the page. */
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

test('the form comes up as specified: half a second, our ids, 16px near-black', async () => {
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

test('open, close, open never shows two forms, whenever the closing comes', async () => {
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

test('a closed form says nothing any more', async () => {
  const { states, close } = open({ loadScript: () => Promise.reject(new Error('blocked')) })
  close()
  await vi.runAllTimersAsync()
  expect(states).toEqual([])
})

test('every failure has its own words', async () => {
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

test('an iframe that never loads is given up after eight seconds', async () => {
  Object.assign(window, { Square: fakeSquare({ attach: () => new Promise(() => {}) }).square })
  const { states } = open()
  await vi.advanceTimersByTimeAsync(8400)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(message(states)).toBe('Payment form unavailable. Please contact support.')
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
