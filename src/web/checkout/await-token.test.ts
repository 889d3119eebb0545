import type { TokenResult } from '@square/web-payments-sdk-types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitToken } from './await-token.ts'
import { readToken } from './tokenize-card.ts'

const never = () => new Promise<never>(() => {})
const TOKEN: TokenResult = { status: 'OK', token: 'cnon:x' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function wait(tokenize: () => Promise<TokenResult>) {
  const controller = new AbortController()
  const onSlow = vi.fn<() => void>()
  const result = readToken(() => awaitToken(tokenize, { onSlow, signal: controller.signal }))
  return { controller, onSlow, result }
}

test('a quick token is not reported as slow', async () => {
  const { result, onSlow } = wait(async () => TOKEN)
  expect(await result).toEqual({ ok: true, token: 'cnon:x' })
  await vi.runAllTimersAsync()
  expect(onSlow).not.toHaveBeenCalled()
})

test('is reported as slow after twenty seconds, and a code typed after five minutes still pays', async () => {
  const { result, onSlow } = wait(() => new Promise((resolve) => setTimeout(() => resolve(TOKEN), 300_000)))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(onSlow).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onSlow).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await result).toEqual({ ok: true, token: 'cnon:x' })
})

test('a buyer who gives up ends it at once', async () => {
  const { result, controller } = wait(never)
  controller.abort()
  expect(await result).toMatchObject({ ok: false })
  expect(vi.getTimerCount()).toBe(0)
})

test('ends after ten minutes without a response, with the fixed text', async () => {
  const { result } = wait(never)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await result).toEqual({ ok: false, message: 'Card tokenization failed', isCancelled: false, isLate: true })
})
