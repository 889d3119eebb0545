import { expect, test } from 'vitest'
import { createReloader } from './reloader.ts'

/** Numbered shops that record their events. */
function setUp(options: { drainMs?: number; openFails?: (number: number) => boolean } = {}) {
  const events: string[] = []
  let count = 0
  let text = 'first'
  const gate = { opening: Promise.resolve() }
  const reloader = createReloader({
    open: async () => {
      const number = (count += 1)
      events.push(`open ${number}`)
      const read = text
      await gate.opening
      if (options.openFails?.(number)) throw new Error(`cannot open ${number}`)
      return {
        number,
        text: read,
        endStreams: () => void events.push(`end streams ${number}`),
        close: async () => void events.push(`close ${number}`),
      }
    },
    onOpen: () => void events.push('opened'),
    onFailure: (error) => void events.push(String(error)),
    ...options,
  })
  reloader.reload()
  return { reloader, events, gate, write: (next: string) => (text = next) }
}

test('serves requests after an edit with the new code', async () => {
  const { reloader, write } = setUp()
  const first = await reloader.hold()
  expect(first.shop.text).toBe('first')
  first.release()
  reloader.suspend()
  const asked = reloader.hold()
  write('second')
  reloader.reload()
  expect((await asked).shop.text).toBe('second')
})

test('closes the old shop before the new one opens, after its requests have finished', async () => {
  const { reloader, events } = setUp()
  const { release } = await reloader.hold()
  reloader.reload()
  await new Promise(setImmediate)
  expect(events).toEqual(['open 1', 'opened', 'end streams 1'])
  release()
  release()
  await reloader.hold()
  expect(events).toEqual(['open 1', 'opened', 'end streams 1', 'close 1', 'open 2', 'opened'])
})

test('does not wait forever for a request of the old shop', async () => {
  const { reloader, events } = setUp({ drainMs: 1 })
  await reloader.hold()
  reloader.reload()
  await reloader.hold()
  expect(events).toContain('close 1')
})

test('reopens once more after an edit while opening, and never exposes the one in between', async () => {
  const { reloader, gate, write, events } = setUp()
  await reloader.hold().then(({ release }) => release())
  const opening = Promise.withResolvers<void>()
  gate.opening = opening.promise
  reloader.reload()
  await new Promise(setImmediate)
  const asked = reloader.hold()
  reloader.suspend()
  opening.resolve()
  await new Promise(setImmediate)
  write('third')
  reloader.reload()
  expect((await asked).shop).toMatchObject({ number: 3, text: 'third' })
  expect(events.filter((event) => event.startsWith('close'))).toEqual(['close 1', 'close 2'])
})

test('reports why it cannot open to every request, until an edit fixes it', async () => {
  const { reloader, events } = setUp({ openFails: (number) => number === 1 })
  await expect(reloader.hold()).rejects.toThrow('cannot open 1')
  await expect(reloader.hold()).rejects.toThrow('cannot open 1')
  expect(reloader.isFailed()).toBe(true)
  reloader.reload()
  expect((await reloader.hold()).shop.number).toBe(2)
  expect(reloader.isFailed()).toBe(false)
  expect(events).toContain('Error: cannot open 1')
})

test('stays closed after an uncaught error until the next edit', async () => {
  const { reloader, events } = setUp()
  await reloader.hold().then(({ release }) => release())
  reloader.fail(new Error('out of the blue'))
  await expect(reloader.hold()).rejects.toThrow('out of the blue')
  expect(events).toContain('close 1')
  reloader.reload()
  expect((await reloader.hold()).shop.number).toBe(2)
})

test('closes the shop and opens no other once closed', async () => {
  const { reloader, events } = setUp()
  await reloader.hold().then(({ release }) => release())
  await reloader.close()
  expect(events.at(-1)).toBe('close 1')
  await expect(reloader.hold()).rejects.toThrow('closed')
})
