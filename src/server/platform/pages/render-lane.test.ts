import { expect, test } from 'vitest'
import { createRenderLane, LANE_FULL } from './render-lane.ts'

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
      lane.run(async () => {
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
  const running = [lane.run(first.render), lane.run(async () => 'second')]
  let isRun = false
  await expect(
    lane.run(async () => {
      isRun = true
    }),
  ).rejects.toThrow(LANE_FULL)
  expect(lane.stats()).toMatchObject({ active: 1, queued: 1, refused: 1 })
  first.finish()
  expect(await Promise.all(running)).toEqual(['rendered', 'second'])
  expect(isRun).toBe(false)
  expect(lane.stats()).toMatchObject({ active: 0, queued: 0, started: 2 })
})

test('refuses a render that waited too long', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 5, maxWaitMs: 20 })
  const first = heldRender()
  const running = lane.run(first.render)
  await expect(lane.run(async () => 'late')).rejects.toThrow(LANE_FULL)
  expect(lane.stats().queued).toBe(0)
  first.finish()
  expect(await running).toBe('rendered')
})

test('frees its slot when a render fails', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 0, maxWaitMs: 60_000 })
  await expect(lane.run(() => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
  expect(await lane.run(async () => 'next')).toBe('next')
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
    lane.run(async () => events.push('render')),
    lane.run(async () => events.push('render')),
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
  await lane.run(busyRender)
  let isRun = false
  const next = lane.run(async () => {
    isRun = true
  })
  expect(lane.stats()).toMatchObject({ active: 0, queued: 1 })
  await expect(next).rejects.toThrow(LANE_FULL)
  expect(isRun).toBe(false)
})

test('counts a render that blocks the thread without working, as on an overloaded machine', async () => {
  const lane = createRenderLane({ maxActive: 2, maxQueued: 10, maxWaitMs: 20, time: { burstMs: 1, share: 0.000_001 } })
  await lane.run(async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50))
  const next = lane.run(async () => 'too soon')
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
  await lane.run(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(await lane.run(async () => 'next')).toBe('next')
})

test('resumes renders once the time share has recovered', async () => {
  const lane = createRenderLane({
    maxActive: 2,
    maxQueued: 10,
    maxWaitMs: 60_000,
    time: { burstMs: 1, share: 0.5 },
  })
  await lane.run(busyRender)
  expect(await Promise.all([lane.run(async () => 'second'), lane.run(async () => 'third')])).toEqual([
    'second',
    'third',
  ])
})
