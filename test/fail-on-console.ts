import { afterEach, beforeEach, expect } from 'vitest'

/** A warning nobody reads is a bug nobody fixes: whatever reaches the console fails the test that caused it. */
const seen: string[] = []

beforeEach(() => {
  seen.length = 0
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...parts: unknown[]) => void seen.push(`console.${method}: ${parts.join(' ')}`)
  }
})

afterEach(() => {
  expect(seen).toEqual([])
})
