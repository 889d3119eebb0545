import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLocalLimits } from './limits.ts'
import { type DelayRefusal, throttle } from './throttle.ts'

const MINUTE = 60_000

type Options = { trustedProxies?: number; perAddress?: number; delayRefusal?: DelayRefusal }

function createThrottled({ trustedProxies = 0, perAddress = 3, delayRefusal = async () => {} }: Options = {}) {
  const clock = { now: 0 }
  const app = new Hono().use(
    throttle({
      name: 'test',
      perAddress: { count: perAddress, perMs: MINUTE },
      limits: createLocalLimits(() => clock.now),
      trustedProxies,
      delayRefusal,
      refuse: (c, seconds) => c.text('slow down', 429, { 'retry-after': String(seconds) }),
    }),
  )
  app.get('/', (c) => c.text('ok'))
  app.post('/', (c) => c.text('prove that you are not a program', 429))
  const ask = async (remoteAddress: string, forwarded?: string) =>
    app.request(
      '/',
      { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
      {
        incoming: { socket: { remoteAddress } },
      },
    )
  const statuses = async (count: number, address: (index: number) => string, forwarded?: (index: number) => string) => {
    const answers: number[] = []
    for (let index = 0; index < count; index += 1) answers.push((await ask(address(index), forwarded?.(index))).status)
    return answers
  }
  const post = async (body: BodyInit, headers = {}) => {
    const sent = { method: 'POST', body, duplex: 'half', headers }
    return app.request('/', sent, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
  }
  return { app, clock, ask, post, statuses }
}

test('makes an address wait after its limit without affecting others', async () => {
  const { ask, statuses } = createThrottled()
  expect(await statuses(4, () => '192.0.2.1')).toEqual([200, 200, 200, 429])
  expect((await ask('192.0.2.2')).status).toBe(200)
})

test('says when to retry, and then accepts the request', async () => {
  const { clock, ask, statuses } = createThrottled()
  await statuses(3, () => '192.0.2.1')
  const refused = await ask('192.0.2.1')
  expect(refused.headers.get('retry-after')).toBe('20')
  clock.now += 20_000
  expect((await ask('192.0.2.1')).status).toBe(200)
  expect((await ask('192.0.2.1')).status).toBe(429)
})

test('delays a refusal, once its body has arrived, and no other response with the same status', async () => {
  const steps: string[] = []
  const delayRefusal = async (client: string) => void steps.push(`delayed ${client}`)
  const { post } = createThrottled({ perAddress: 1, delayRefusal })
  expect((await post('{}')).status).toBe(429)
  expect(steps).toEqual([])
  const chunks = ['first', 'last']
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) return controller.close()
      steps.push(chunk)
      controller.enqueue(new TextEncoder().encode(chunk))
    },
  })
  expect(await (await post(body)).text()).toBe('slow down')
  expect(steps).toEqual(['first', 'last', 'delayed 192.0.2.1'])
})

test('refuses a throttled body that is too large at once, without reading it', async () => {
  const { app, post } = createThrottled({ perAddress: 1, delayRefusal: () => Promise.reject(new Error('delayed')) })
  app.onError((error, c) => c.text(error.message, 413))
  await post('{}')
  const refused = await post(new ReadableStream({ pull: () => {} }), { 'content-length': '1000000' })
  expect(await refused.text()).toBe('The request is too large.')
})

test('admits a new address no matter how many others there are', async () => {
  const { statuses } = createThrottled()
  const address = (index: number) => `10.0.${index >> 8}.${index & 255}`
  expect(new Set(await statuses(10_000, address))).toEqual(new Set([200]))
})

test('ignores X-Forwarded-For without a proxy', async () => {
  const { statuses } = createThrottled()
  const forged = (index: number) => `198.51.100.${index}`
  expect(await statuses(4, () => '192.0.2.1', forged)).toEqual([200, 200, 200, 429])
})

test('trusts only the last entry behind one proxy', async () => {
  const { ask, statuses } = createThrottled({ trustedProxies: 1 })
  const forged = (index: number) => `203.0.113.${index}, 198.51.100.7`
  expect(await statuses(4, () => '10.0.0.1', forged)).toEqual([200, 200, 200, 429])
  expect((await ask('10.0.0.1', '203.0.113.9, 198.51.100.8')).status).toBe(200)
})

test('trusts the second-to-last entry behind two proxies', async () => {
  const { ask, statuses } = createThrottled({ trustedProxies: 2 })
  const forged = (index: number) => `203.0.113.${index}, 198.51.100.7, 10.0.0.${index}`
  expect(await statuses(4, () => '10.0.0.1', forged)).toEqual([200, 200, 200, 429])
  expect((await ask('10.0.0.1')).status).toBe(200)
})

test('counts an IPv6 /64 as one visitor, in any spelling', async () => {
  const { ask, statuses } = createThrottled()
  expect(await statuses(4, (index) => `2001:db8:0:1::${index + 1}`)).toEqual([200, 200, 200, 429])
  expect((await ask('2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd')).status).toBe(429)
  expect((await ask('2001:db8:0:2::1')).status).toBe(200)
})

test('limits an IPv6 /48 to sixteen times the limit of a /64', async () => {
  const { ask, statuses } = createThrottled()
  const rotating = await statuses(49, (index) => `2001:db8:7:${index.toString(16)}::1`)
  expect(rotating).toEqual([...Array.from({ length: 48 }, () => 200), 429])
  expect((await ask('2001:db8:8:1::1')).status).toBe(200)
})

test('lets a flooding IPv6 /64 use up its own limit, not that of its /48', async () => {
  const { ask, statuses } = createThrottled()
  const flood = await Promise.all(Array.from({ length: 100 }, () => ask('2001:db8:7:1::1')))
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(3)
  const neighbors = await statuses(46, (index) => `2001:db8:7:${(index + 2).toString(16)}::1`)
  expect(neighbors).toEqual([...Array.from({ length: 45 }, () => 200), 429])
})

test('does not share a limit within an IPv4 /24', async () => {
  const { statuses } = createThrottled()
  expect(new Set(await statuses(256, (index) => `192.0.2.${index}`))).toEqual(new Set([200]))
})

test('ignores a port in X-Forwarded-For', async () => {
  const { statuses } = createThrottled({ trustedProxies: 1 })
  const withPort = (index: number) => (index % 2 ? `198.51.100.7:${40_000 + index}` : '198.51.100.7')
  expect(await statuses(4, () => '10.0.0.1', withPort)).toEqual([200, 200, 200, 429])
})

test('counts an invalid X-Forwarded-For entry toward the proxy that sent it', async () => {
  const { statuses } = createThrottled({ trustedProxies: 1 })
  expect(
    await statuses(
      4,
      () => '10.0.0.1',
      (index) => `made-up-${index}`,
    ),
  ).toEqual([200, 200, 200, 429])
})

test('counts an IPv4-mapped IPv6 address as IPv4', async () => {
  const { statuses } = createThrottled()
  expect(await statuses(4, (index) => (index % 2 ? '192.0.2.1' : '::ffff:192.0.2.1'))).toEqual([200, 200, 200, 429])
})

test('gives each ticket requests of its own once the address has used up its limit', async () => {
  const clock = { now: 0 }
  const app = new Hono().use(
    throttle({
      name: 'test',
      perAddress: { count: 1, perMs: MINUTE },
      perTicket: { count: 2, perMs: 60 * MINUTE, ticketOf: (c) => c.req.header('ticket') },
      limits: createLocalLimits(() => clock.now),
      trustedProxies: 0,
      delayRefusal: async () => {},
      refuse: (c, seconds) => c.text('slow down', 429, { 'retry-after': String(seconds) }),
    }),
  )
  app.get('/', (c) => c.text('ok'))
  const ask = async (ticket?: string) => (await app.request('/', { headers: ticket ? { ticket } : {} })).status
  expect([await ask('mine'), await ask()]).toEqual([200, 429])
  expect([await ask('mine'), await ask('mine'), await ask('mine')]).toEqual([200, 200, 429])
  expect(await ask('another')).toBe(200)
  clock.now += MINUTE
  expect([await ask('mine'), await ask('mine')]).toEqual([200, 429])
})

test('evicts the oldest addresses during a flood', async () => {
  const { ask, statuses } = createThrottled({ perAddress: 1 })
  await statuses(50_001, (index) => `10.${Math.floor(index / 65_536)}.${Math.floor(index / 256) % 256}.${index % 256}`)
  expect((await ask('10.0.0.0')).status).toBe(200)
  expect((await ask('10.0.195.80')).status).toBe(429)
})
