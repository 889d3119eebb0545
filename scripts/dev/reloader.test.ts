import { expect, test } from 'vitest'
import { createReloader } from './reloader.ts'

/** Shops that are numbered, and write down what happens to them. */
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

test('whoever asks after an edit gets a shop with the edit in it', async () => {
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

test('the old shop ends before the new one opens, and only after its requests', async () => {
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

test('a request that never ends does not keep the old shop for good', async () => {
  const { reloader, events } = setUp({ drainMs: 1 })
  await reloader.hold()
  reloader.reload()
  await reloader.hold()
  expect(events).toContain('close 1')
})

test('an edit while the shop opens opens it once more, and nobody sees the one in between', async () => {
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

test('a shop that cannot open says why to all who ask, until an edit mends it', async () => {
  const { reloader, events } = setUp({ openFails: (number) => number === 1 })
  await expect(reloader.hold()).rejects.toThrow('cannot open 1')
  await expect(reloader.hold()).rejects.toThrow('cannot open 1')
  expect(reloader.isFailed()).toBe(true)
  reloader.reload()
  expect((await reloader.hold()).shop.number).toBe(2)
  expect(reloader.isFailed()).toBe(false)
  expect(events).toContain('Error: cannot open 1')
})

test('after an error that nobody caught the shop is closed until the next edit', async () => {
  const { reloader, events } = setUp()
  await reloader.hold().then(({ release }) => release())
  reloader.fail(new Error('out of the blue'))
  await expect(reloader.hold()).rejects.toThrow('out of the blue')
  expect(events).toContain('close 1')
  reloader.reload()
  expect((await reloader.hold()).shop.number).toBe(2)
})

test('closed, it closes the shop and opens no other', async () => {
  const { reloader, events } = setUp()
  await reloader.hold().then(({ release }) => release())
  await reloader.close()
  expect(events.at(-1)).toBe('close 1')
  await expect(reloader.hold()).rejects.toThrow('closed')
})
