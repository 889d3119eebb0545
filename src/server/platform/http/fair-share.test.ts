import { expect, test } from 'vitest'
import { FairShare } from './fair-share.ts'

type Item = { name: string }

function hold(clients: readonly string[]) {
  const share = new FairShare<Item>()
  const items = clients.map((client, index) => ({ client, name: `${client} #${index}` }))
  for (const item of items) share.add(item.client, item)
  return { share, items }
}

/** Takes away one after the other. */
function takeAll(share: FairShare<Item>): string[] {
  const taken = []
  for (let oldest = share.oldest(); oldest; oldest = share.oldest()) {
    share.delete(oldest)
    taken.push(oldest.name)
  }
  return taken
}

test('takes the oldest of the client with the most', () => {
  const { share } = hold(['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.2'])
  expect(takeAll(share)).toEqual(['192.0.2.2 #1', '192.0.2.2 #2', '192.0.2.1 #0', '192.0.2.2 #3'])
  expect(share.size).toBe(0)
})

test('takes from the largest IPv6 network first, however many clients it has', () => {
  const { share } = hold(['192.0.2.1', '192.0.2.1', '2001:db8:1:a', '2001:db8:1:b', '2001:db8:1:c'])
  expect(share.oldest()?.name).toBe('2001:db8:1:a #2')
})

test('counts an item once, for the client it was first added for', () => {
  const { share, items } = hold(['192.0.2.1', '192.0.2.2', '192.0.2.2'])
  const [first] = items
  if (first) for (const client of ['192.0.2.1', '192.0.2.3']) share.add(client, first)
  expect(share.size).toBe(3)
  expect(share.oldest()?.name).toBe('192.0.2.2 #1')
  for (const item of [...items, ...items]) share.delete(item)
  expect([share.size, share.oldest()]).toEqual([0, undefined])
})
