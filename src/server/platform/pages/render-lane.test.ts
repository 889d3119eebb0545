import { expect, test } from 'vitest'
import { createRenderLane, LANE_FULL } from './render-lane.ts'

/** A render that takes as long as the test wants. */
function heldRender() {
  const gate = Promise.withResolvers<string>()
  return { render: () => gate.promise, finish: () => gate.resolve('rendered') }
}

test('no more renders are under way than allowed; the rest wait their turn', async () => {
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

test('a full queue refuses at once, and the refused render never runs', async () => {
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

test('a place that does not come up in time is given up', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 5, maxWaitMs: 20 })
  const first = heldRender()
  const running = lane.run(first.render)
  await expect(lane.run(async () => 'late')).rejects.toThrow(LANE_FULL)
  expect(lane.stats().queued).toBe(0)
  first.finish()
  expect(await running).toBe('rendered')
})

test('a render that fails gives its place back', async () => {
  const lane = createRenderLane({ maxActive: 1, maxQueued: 0, maxWaitMs: 60_000 })
  await expect(lane.run(() => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
  expect(await lane.run(async () => 'next')).toBe('next')
})

test('answers that are ready go out between two renders', async () => {
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

/** Work that the thread is really busy with, however much else the machine does. */
async function busyRender(): Promise<void> {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user < 20_000);
}

test('renders that used up their share of the time wait for more', async () => {
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

test('a render that keeps the thread without working counts as well, as on a machine that is busy otherwise', async () => {
  const lane = createRenderLane({ maxActive: 2, maxQueued: 10, maxWaitMs: 20, time: { burstMs: 1, share: 0.000_001 } })
  await lane.run(async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50))
  const next = lane.run(async () => 'too soon')
  expect(lane.stats()).toMatchObject({ active: 0, queued: 1 })
  await expect(next).rejects.toThrow(LANE_FULL)
})

test('a render that waits for the database uses up nothing', async () => {
  const lane = createRenderLane({
    maxActive: 2,
    maxQueued: 10,
    maxWaitMs: 20,
    time: { burstMs: 200, share: 0.000_001 },
  })
  await lane.run(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(await lane.run(async () => 'next')).toBe('next')
})

test('renders go on when their share of the time has come back', async () => {
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
