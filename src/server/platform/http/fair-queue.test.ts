import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

type Task = { name: string; run?: () => void }

function record(limits: { maxWaiting: number; maxPerClient: number }) {
  const started: string[] = []
  const refused: string[] = []
  const queue = createFairQueue<Task>({
    ...limits,
    start: ({ name, run }) => {
      started.push(name)
      run?.()
    },
    refuse: ({ name }) => void refused.push(name),
  })
  return {
    started,
    refused,
    add: (client: string, name = client, run?: () => void) => queue.add(client, { name, run }),
    async all(count: number) {
      while (started.length < count) await nextTurn()
      return started.join(' ')
    },
  }
}

const LIMITS = { maxWaiting: 5000, maxPerClient: 1000 }

test('takes turns between clients, and runs the tasks of each in order', async () => {
  const tasks = record(LIMITS)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) tasks.add(name.slice(0, 1), name)
  expect(await tasks.all(6)).toBe('a1 a2 b1 c1 a3 b2')
})

test('takes turns between IPv6 networks, and in each between its clients', async () => {
  const tasks = record(LIMITS)
  tasks.add('first')
  for (const client of ['2001:db8:1:a', '2001:db8:1:a', '2001:db8:1:b', '2001:db8:1:c', '2001:db8:2:a'])
    tasks.add(client, client.slice(-3))
  tasks.add('192.0.2.1', 'v4')
  tasks.add('192.0.2.2', 'v4')
  expect(await tasks.all(8)).toBe('first 1:a 2:a v4 v4 1:b 1:c 1:a')
})

test('a late client waits for only one task of the others', async () => {
  const tasks = record(LIMITS)
  for (let n = 0; n < 500; n += 1) tasks.add('crowd')
  await nextTurn()
  const before = tasks.started.length
  tasks.add('late')
  while (!tasks.started.includes('late')) await nextTurn()
  expect(tasks.started.indexOf('late') - before).toBeLessThanOrEqual(1)
})

test('reads sockets between tasks', async () => {
  const tasks = record(LIMITS)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<number>()
  const server = net.createServer((socket) => socket.on('data', () => arrive(tasks.started.length)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  tasks.add('crowd', 'write', () => void socket.write('x'))
  for (let n = 0; n < 100; n += 1)
    tasks.add('crowd', 'wait', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1))
  expect(await arrived).toBeLessThan(50)
  socket.destroy()
  server.close()
})

test('refuses what is more than one client’s limit, and recovers', async () => {
  const tasks = record({ maxWaiting: 10, maxPerClient: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) tasks.add('a', name)
  expect(tasks.refused).toEqual(['a4'])
  expect(await tasks.all(3)).toBe('a1 a2 a3')
  tasks.add('a', 'a5')
  expect(await tasks.all(4)).toContain('a5')
})

test('makes room in a full queue for a client with fewer tasks in it', async () => {
  const tasks = record({ maxWaiting: 4, maxPerClient: 4 })
  for (const name of ['first', 'a1', 'a2', 'a3', 'b1']) tasks.add(name.slice(0, 1), name)
  tasks.add('c', 'c1')
  tasks.add('d', 'd1')
  expect(tasks.refused).toEqual(['a3', 'a2'])
  // They would have more than anyone else.
  tasks.add('a', 'a4')
  tasks.add('e', 'e1')
  tasks.add('e', 'e2')
  expect(tasks.refused).toEqual(['a3', 'a2', 'a4', 'e1', 'e2'])
  expect(await tasks.all(5)).toBe('first a1 b1 c1 d1')
})

test.each([
  ['five clients', (n: number) => `192.0.2.${n % 5}`, '198.51.100.1'],
  ['all of an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}`, '2001:db8:2:a'],
  ['five clients of its own network', (n: number) => `2001:db8:1:${n % 5}`, '2001:db8:1:a'],
])('a newcomer waits for six tasks at most while %s fill the queue and retry', async (_who, crowdClient, late) => {
  const tasks = record(LIMITS)
  let tried = 0
  const crowd = (times: number) => {
    for (let n = 0; n < times; n += 1) tasks.add(crowdClient((tried += 1)), 'crowd')
  }
  crowd(5001)
  await tasks.all(1)
  expect(tasks.refused).toEqual([])
  tasks.add(late, 'late')
  expect(tasks.refused).toEqual(['crowd'])
  for (let turn = 0; turn < 6; turn += 1) {
    await nextTurn()
    crowd(100)
  }
  expect(tasks.started).toContain('late')
})

test('a task that throws does not hold up the rest', async () => {
  const tasks = record(LIMITS)
  const errors: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => void errors.push(error))
  const fail = () => {
    throw new Error('on purpose')
  }
  tasks.add('a', 'a1', fail)
  tasks.add('a', 'a2', fail)
  tasks.add('a', 'a3')
  expect(await tasks.all(3)).toBe('a1 a2 a3')
  process.removeAllListeners('uncaughtException')
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect(errors).toHaveLength(2)
})
