import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function record(queue: ReturnType<typeof createFairQueue>) {
  const started: string[] = []
  return {
    started,
    add: (client: string, name: string) => queue.add(client, () => void started.push(name)),
    async all(count: number) {
      while (started.length < count) await nextTurn()
      return started.join(' ')
    },
  }
}

test('takes turns between clients, and runs the tasks of each in order', async () => {
  const tasks = record(createFairQueue({ maxWaiting: 10, maxPerClient: 10 }))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) tasks.add(name.slice(0, 1), name)
  expect(await tasks.all(6)).toBe('a1 b1 c1 a2 b2 a3')
})

test('a late client waits for only one task of the others', async () => {
  const tasks = record(createFairQueue({ maxWaiting: 1000, maxPerClient: 1000 }))
  for (let n = 0; n < 500; n += 1) tasks.add('crowd', 'crowd')
  await nextTurn()
  const before = tasks.started.length
  tasks.add('late', 'late')
  while (!tasks.started.includes('late')) await nextTurn()
  expect(tasks.started.indexOf('late') - before).toBeLessThanOrEqual(1)
})

test('reads sockets between tasks', async () => {
  const queue = createFairQueue({ maxWaiting: 1000, maxPerClient: 1000 })
  const tasks = record(queue)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<number>()
  const server = net.createServer((socket) => socket.on('data', () => arrive(tasks.started.length)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  queue.add('crowd', () => void socket.write('x'))
  for (let n = 0; n < 100; n += 1)
    queue.add('crowd', () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
      tasks.started.push('crowd')
    })
  expect(await arrived).toBeLessThan(50)
  socket.destroy()
  server.close()
})

test('refuses tasks beyond the queue’s or one client’s limit, and recovers', async () => {
  const queue = createFairQueue({ maxWaiting: 4, maxPerClient: 3 })
  const tasks = record(queue)
  expect(['a1', 'a2', 'a3', 'a4'].map((name) => tasks.add('a', name))).toEqual([true, true, true, false])
  expect([tasks.add('b', 'b1'), tasks.add('c', 'c1')]).toEqual([true, false])
  expect(await tasks.all(4)).toBe('a1 b1 a2 a3')
  expect(tasks.add('c', 'c2')).toBe(true)
  expect(await tasks.all(5)).toContain('c2')
})

test('a task that throws does not hold up the rest', async () => {
  const queue = createFairQueue({ maxWaiting: 10, maxPerClient: 10 })
  const tasks = record(queue)
  const errors: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.once('uncaughtException', (error) => errors.push(error))
  queue.add('a', () => {
    throw new Error('on purpose')
  })
  tasks.add('a', 'a2')
  expect(await tasks.all(1)).toBe('a2')
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect(errors).toHaveLength(1)
})
