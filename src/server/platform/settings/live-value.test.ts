import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveValue } from './live-value.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('notifies if a load returns a different value, and not if it is the same', async () => {
  let stored = 'a'
  const value = createLiveValue({ initial: 'a', find: async () => stored, shownNow: (text) => text })
  const changed = vi.fn<() => void>()
  const stop = value.onChange(changed)
  await value.load()
  expect(changed).not.toHaveBeenCalled()
  stored = 'b'
  await value.load()
  expect(changed).toHaveBeenCalledTimes(1)
  expect(value.current()).toBe('b')
  stop()
})

test('notifies when the clock alone changes what is shown, until it is stopped', () => {
  const start = Date.now()
  const value = createLiveValue({
    initial: start + 5000,
    find: async () => start,
    shownNow: (begins) => (Date.now() >= begins ? 'on' : 'off'),
  })
  const changed = vi.fn<() => void>()
  const stop = value.onChange(changed)
  vi.advanceTimersByTime(4000)
  expect(changed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(changed).toHaveBeenCalledTimes(1)
  stop()
  vi.setSystemTime(start)
  vi.advanceTimersByTime(2000)
  expect(changed).toHaveBeenCalledTimes(1)
})

test('keeps the newer of two loads, in whichever order they finish', async () => {
  const answers: ((text: string) => void)[] = []
  const find = () => new Promise<string>((resolve) => void answers.push(resolve))
  const value = createLiveValue({ initial: '', find, shownNow: (text) => text })
  const loads = [value.load(), value.load()]
  answers[1]?.('new')
  answers[0]?.('old')
  await Promise.all(loads)
  expect(value.current()).toBe('new')
})

test('keeps what it has when a load fails', async () => {
  const value = createLiveValue({
    initial: 'kept',
    find: () => Promise.reject(new Error('the database is away')),
    shownNow: (text) => text,
  })
  await expect(value.load()).rejects.toThrow('away')
  expect(value.current()).toBe('kept')
})

test('loads again until it succeeds, because nothing announces the change a second time', async () => {
  const answers = [new Error('the database is away'), new Error('the database is away'), 'changed']
  const find = vi.fn<() => Promise<string>>(async () => {
    const answer = answers.shift() ?? 'asked too often'
    if (answer instanceof Error) throw answer
    return answer
  })
  const value = createLiveValue({ initial: 'before', find, shownNow: (text) => text })
  const changed = vi.fn<() => void>()
  const stop = value.onChange(changed)
  await expect(value.load()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(5000)
  expect(value.current()).toBe('changed')
  expect(changed).toHaveBeenCalledTimes(1)
  expect(find).toHaveBeenCalledTimes(3)
  stop()
})
