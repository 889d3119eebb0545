import { expect, test } from 'vitest'
import { createRenderLane, LANE_FULL } from './render-lane.ts'

const CLIENT = '192.0.2.1'

/** A render that finishes when the test says so. */
function heldRender() {
  const gate = Promise.withResolvers<string>()
  return { render: () => gate.promise, finish: () => gate.resolve('rendered') }
}

test('limits concurrent renders and queues the rest', async () => {
  const lane = createRenderLane({ maxActive: 2, maxQueued: 10, maxWaitMs: 60_000 })
  let active = 0
  let most = 0
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      lane.run(CLIENT, async () => {
        active += 1
        most = Math.max(most, active)
        order.push(index)
        await new Promise((resolve) => setImmediate(resolve))
        active -= 1
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 12 }, (_, index) => index))
})

test('refuses at once when the queue is full, without rendering', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 1, maxWaitMs: 60_000 })
  const first = heldRender()
  const running = [lane.run(CLIENT, first.render), lane.run(CLIENT, async () => 'second')]
  let isRun = false
  await expect(
    lane.run(CLIENT, async () => {
      isRun = true
    }),
  ).rejects.toThrow(LANE_FULL)
  expect(lane.stats()).toMatchObject({ active: 1, queued: 1, refused: 1 })
  first.finish()
  expect(await Promise.all(running)).toEqual(['rendered', 'second'])
  expect(isRun).toBe(false)
  expect(lane.stats()).toMatchObject({ active: 0, queued: 0, started: 2 })
})

test.each<[who: string, crowdClient: (n: number) => string, places: number]>([
  ['one client', () => '198.51.100.1', 2],
  ['an IPv6 /48 with a new address each time', (n) => `2001:db8:7:${n.toString(16)}`, 2],
  ['ten clients', (n) => `198.51.100.${n % 10}`, 11],
])('renders soon for a newcomer while %s fill the queue and retry', async (_who, crowdClient, places) => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 50, maxWaitMs: 60_000 })
  const held = heldRender()
  const first = lane.run('203.0.113.1', held.render)
  const rendered: string[] = []
  let tried = 0
  const crowd = (times: number) =>
    Array.from({ length: times }, () =>
      lane.run(crowdClient((tried += 1)), async () => void rendered.push('crowd')).catch(() => 'refused'),
    )
  const waiting = crowd(200)
  expect(lane.stats()).toMatchObject({ queued: 50, refused: 150 })
  expect(lane.refuseIfFull('192.0.2.9')).toBe(false)
  const newcomer = lane.run('192.0.2.9', async () => void rendered.push('newcomer'))
  expect(lane.stats()).toMatchObject({ queued: 50, refused: 151 })
  waiting.push(...crowd(50))
  held.finish()
  await newcomer
  expect(rendered.length).toBeLessThanOrEqual(places)
  await Promise.all([first, ...waiting])
})

test('refuses a crowd whose own requests fill the queue', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 2, maxWaitMs: 60_000 })
  const held = heldRender()
  const running = [lane.run(CLIENT, held.render), lane.run(CLIENT, held.render), lane.run(CLIENT, held.render)]
  expect(lane.refuseIfFull(CLIENT)).toBe(true)
  expect(lane.refuseIfFull('192.0.2.9')).toBe(false)
  expect(lane.stats()).toMatchObject({ queued: 2, refused: 1 })
  held.finish()
  await Promise.all(running)
})

test('refuses a render that waited too long', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 5, maxWaitMs: 20 })
  const first = heldRender()
  const running = lane.run(CLIENT, first.render)
  await expect(lane.run(CLIENT, async () => 'late')).rejects.toThrow(LANE_FULL)
  expect(lane.stats()).toMatchObject({ queued: 0, refused: 1 })
  first.finish()
  expect(await running).toBe('rendered')
})

test('frees its slot when a render fails', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 0, maxWaitMs: 60_000 })
  await expect(lane.run(CLIENT, () => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
  expect(await lane.run(CLIENT, async () => 'next')).toBe('next')
})

test('flushes finished responses between renders', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 10, maxWaitMs: 60_000 })
  const events: string[] = []
  const answered = new Promise<void>((resolve) => {
    setImmediate(() => {
      events.push('answer')
      resolve()
    })
  })
  await Promise.all([
    lane.run(CLIENT, async () => events.push('render')),
    lane.run(CLIENT, async () => events.push('render')),
    answered,
  ])
  expect(events).toEqual(['answer', 'render', 'render'])
})

/** CPU-bound work, independent of the machine's load. */
async function busyRender(): Promise<void> {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user < 20_000);
}

test('makes renders wait once they have used up their time share', async () => {
  const lane = createRenderLane({
    maxActive: 2,
    maxQueued: 10,
    maxWaitMs: 20,
    time: { burstMs: 1, share: 0.000_001 },
  })
  await lane.run(CLIENT, busyRender)
  let isRun = false
  const next = lane.run(CLIENT, async () => {
    isRun = true
  })
  expect(lane.stats()).toMatchObject({ active: 0, queued: 1 })
  await expect(next).rejects.toThrow(LANE_FULL)
  expect(isRun).toBe(false)
})

test('counts a render that blocks the thread without working, as on an overloaded machine', async () => {
  const lane = createRenderLane({ maxActive: 2, maxQueued: 10, maxWaitMs: 20, time: { burstMs: 1, share: 0.000_001 } })
  await lane.run(CLIENT, async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50))
  const next = lane.run(CLIENT, async () => 'too soon')
  expect(lane.stats()).toMatchObject({ active: 0, queued: 1 })
  await expect(next).rejects.toThrow(LANE_FULL)
})

test('does not count time spent waiting for the database', async () => {
  const lane = createRenderLane({
    maxActive: 2,
    maxQueued: 10,
    maxWaitMs: 20,
    time: { burstMs: 200, share: 0.000_001 },
  })
  await lane.run(CLIENT, () => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(await lane.run(CLIENT, async () => 'next')).toBe('next')
})

test('resumes renders once the time share has recovered', async () => {
  const lane = createRenderLane({
    maxActive: 2,
    maxQueued: 10,
    maxWaitMs: 60_000,
    time: { burstMs: 1, share: 0.5 },
  })
  await lane.run(CLIENT, busyRender)
  expect(await Promise.all([lane.run(CLIENT, async () => 'second'), lane.run(CLIENT, async () => 'third')])).toEqual([
    'second',
    'third',
  ])
})
