import { expect, test } from 'vitest'
import { remember } from './remember.ts'

/** The test completes each read itself. */
function aSource() {
  const reads: PromiseWithResolvers<string>[] = []
  const remembered = remember(() => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  })
  return { reads, remembered }
}

test('a read is shared until it is outdated', async () => {
  const { reads, remembered } = aSource()
  const both = [remembered.get(), remembered.get()]
  reads[0]?.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  expect(await remembered.get()).toBe('first')
  remembered.invalidate()
  const next = remembered.get()
  reads[1]?.resolve('second')
  expect(await next).toBe('second')
  expect(reads).toHaveLength(2)
})

test('a read that began before a change is not used after it, however late it ends', async () => {
  const { reads, remembered } = aSource()
  const before = remembered.get()
  remembered.invalidate()
  const after = remembered.get()
  reads[1]?.resolve('new')
  reads[0]?.resolve('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await remembered.get()).toBe('new')
})

test('a read that failed is tried again, and does not undo a later one', async () => {
  const { reads, remembered } = aSource()
  const failing = remembered.get()
  reads[0]?.reject(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const slow = remembered.get()
  remembered.invalidate()
  const good = remembered.get()
  reads[2]?.resolve('here')
  reads[1]?.reject(new Error('away'))
  await expect(slow).rejects.toThrow('away')
  expect([await good, await remembered.get()]).toEqual(['here', 'here'])
  expect(reads).toHaveLength(3)
})
