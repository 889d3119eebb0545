import { expect, test } from 'vitest'
import { createUnverifiedReader } from './read-unverified.ts'

/** A body that arrives as the test sends it. */
function arriving() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const sent = { method: 'POST', body: readable, duplex: 'half' }
  return {
    request: new Request('http://localhost/', sent),
    send: (text: string) => writer.write(new TextEncoder().encode(text)).catch(() => {}),
    end: () => writer.close().catch(() => {}),
  }
}

const post = (body: string) => new Request('http://localhost/', { method: 'POST', body })

test('reads a body as it was sent', async () => {
  const read = createUnverifiedReader(100)
  expect((await read(post('signed'), 10)).toString()).toBe('signed')
  await expect(read(post('more than ten'), 10)).rejects.toMatchObject({ status: 413 })
})

test('drops the body that has been arriving the longest when too much arrives at once', async () => {
  const read = createUnverifiedReader(100)
  const slow = [arriving(), arriving(), arriving()]
  const outcomes = slow.map(({ request }) =>
    read(request, 60).then(String, (error: { status: number }) => error.status),
  )
  for (const { send } of slow) await send('x'.repeat(40))
  const event = 'y'.repeat(50)
  expect((await read(post(event), 60)).toString()).toBe(event)
  for (const { end } of slow) await end()
  expect(await Promise.all(outcomes)).toEqual([503, 503, 'x'.repeat(40)])
})

test('has room again for as much as before, whatever became of the bodies', async () => {
  const read = createUnverifiedReader(100)
  for (const body of ['x'.repeat(90), 'x'.repeat(91), 'x'.repeat(200)]) await read(post(body), 90).catch(() => {})
  const slow = arriving()
  const outcome = read(slow.request, 60)
  await slow.send('x'.repeat(40))
  expect((await read(post('y'.repeat(60)), 60)).toString()).toHaveLength(60)
  await slow.end()
  expect((await outcome).toString()).toHaveLength(40)
})
