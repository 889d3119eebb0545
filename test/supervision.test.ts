import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

const FAULTS = pathToFileURL(path.join(import.meta.dirname, 'fault-on-signal.ts')).href
const PATIENCE_MS = 120_000

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'supervised-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Its PostgreSQL is down, which doesn't prevent a start and makes it fast. */
async function startSupervised(workers: number, environment: Record<string, string> = {}) {
  const port = await freePort()
  const shop = await startShopProcess({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    WEB_CONCURRENCY: String(workers),
    NODE_ENV: 'test',
    NODE_OPTIONS: `--import=${FAULTS}`,
    LOG_LEVEL: 'error',
    ...environment,
  })
  await eventually(() => shop.output().split('open at').length > workers, PATIENCE_MS)
  return { ...shop, port }
}

/** A request with an incomplete body, to be finished later. */
async function beginRequest(port: number) {
  const body = JSON.stringify({ email: 'nobody@example.com', website: '' })
  const socket = net.connect(port, 'localhost')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n` +
      `POST /functions/v1/email-signup HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 10)}`,
  )
  // The response to the first shows that a worker has read both: the supervisor may take a while to hand them over.
  await eventually(() => answer.startsWith('HTTP/1.1 200 '))
  return {
    finish: async () => {
      socket.write(body.slice(10))
      await closed
      return answer.slice(answer.lastIndexOf('HTTP/1.1 '))
    },
  }
}

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Never 0, which would signal this whole process group. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (!pid) throw new Error('there is no such worker')
  process.kill(pid, name)
}

async function stop(shop: ShopProcess): Promise<void> {
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
}

test.each([
  { workers: 1, fault: 'error' },
  { workers: 1, fault: 'rejection' },
  { workers: 2, fault: 'error' },
])('lets 1 of $workers finish its requests after an uncaught $fault, and replaces it', async ({ workers, fault }) => {
  const shop = await startSupervised(workers, { FAULT: fault })
  const before = await shop.workers()
  expect(before).toHaveLength(workers)
  const requests = await Promise.all(Array.from({ length: workers * 2 }, () => beginRequest(shop.port)))
  signal(before[0], 'SIGUSR2')
  await eventually(() => shop.output().includes('"level":60'))
  for (const answer of await Promise.all(requests.map(({ finish }) => finish())))
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)

  await eventually(
    async () => (await shop.workers()).every((pid) => pid !== before[0]) && isHealthy(shop.port),
    PATIENCE_MS,
  )
  await eventually(async () => (await shop.workers()).length === workers)
  expect(shop.output()).toContain('a bug met')
  expect(shop.output()).not.toContain('buyer@example.com')
  expect(shop.output()).toMatch(/"code":1,"signal":null,"restartInMs":250/)
  await stop(shop)
})

test.each([1, 2])('replaces a killed worker of %i, with back-off', async (workers) => {
  const shop = await startSupervised(workers)
  const [victim, ...others] = await shop.workers()
  const delays = () =>
    [...shop.output().matchAll(/"signal":"SIGKILL","restartInMs":(\d+)/g)].map(([, ms]) => Number(ms))
  // If a start takes a minute, an exit after that does not count toward the back-off, so try up to five times.
  while (delays().at(-1) !== 1000 && delays().length < 5) {
    const ends = delays().length
    signal(
      (await shop.workers()).find((pid) => !others.includes(pid)),
      'SIGKILL',
    )
    await eventually(() => delays().length > ends)
    await eventually(async () => (await shop.workers()).length === workers, PATIENCE_MS)
  }
  expect(new Set(delays())).toEqual(new Set([250, 500, 1000]))
  await eventually(() => isHealthy(shop.port), PATIENCE_MS)
  expect(await shop.workers()).toEqual(expect.arrayContaining(others))
  expect(await shop.workers()).not.toContain(victim)
  await stop(shop)
})

test.each([
  { workers: 1, fault: 'no-process', reason: 'ENOENT' },
  { workers: 2, fault: 'no-process', reason: 'ENOENT' },
  { workers: 1, fault: 'no-environment', reason: 'E2BIG' },
  { workers: 2, fault: 'no-environment', reason: 'E2BIG' },
])('keeps trying to replace 1 of $workers while no process can be started ($reason)', async (testCase) => {
  const { workers, fault, reason } = testCase
  const shop = await startSupervised(workers, { FAULT: fault })
  const [victim, ...others] = await shop.workers()
  const failures = () => shop.output().split(`"code":"${reason}"`).length - 1
  signal(shop.child.pid, 'SIGUSR2')
  signal(victim, 'SIGKILL')
  await eventually(() => failures() >= 2)
  expect(shop.output()).toContain('shop process could not be started; trying again')
  expect(await shop.workers()).toEqual(others)
  expect(await isHealthy(shop.port)).toBe(workers > 1)

  signal(shop.child.pid, 'SIGUSR2')
  await eventually(async () => (await shop.workers()).length === workers, PATIENCE_MS)
  await eventually(() => isHealthy(shop.port), PATIENCE_MS)
  expect(await shop.workers()).toEqual(expect.arrayContaining(others))
  await stop(shop)
})

test.each([1, 2])('stops %i workers with one message if the port is taken', async (workers) => {
  const port = await freePort()
  const squatter = net.createServer()
  await new Promise<void>((resolve) => squatter.listen(port, 'localhost', resolve))
  const shop = await startShopProcess({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    WEB_CONCURRENCY: String(workers),
    LOG_LEVEL: 'fatal',
  })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toBe(
    `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start\n`,
  )
  squatter.close()
})

test('reports a setting that keeps workers from starting only once', async () => {
  const shop = await startShopProcess({ WEB_CONCURRENCY: '2', DATA_DIR: folder })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toBe(
    'WEB_CONCURRENCY above 1 needs DATABASE_URL: the built-in database belongs to one process.\n',
  )
})

test.each([1, 2])('lets %i workers finish their requests and exit when their supervisor is killed', async (workers) => {
  const shop = await startSupervised(workers)
  const requests = await Promise.all(Array.from({ length: workers * 2 }, () => beginRequest(shop.port)))
  shop.child.kill('SIGKILL')
  await eventually(async () => !(await isHealthy(shop.port)))
  for (const answer of await Promise.all(requests.map(({ finish }) => finish())))
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(await shop.ended).toBe('SIGKILL')
})
