import { afterEach, beforeEach, expect } from 'vitest'

/** Fails the test that caused any console output: warnings that only scroll by never get fixed. */
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
