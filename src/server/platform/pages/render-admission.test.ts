import { expect, test } from 'vitest'
import { unitsOf } from '#server/platform/http/sender-address.ts'
import { createRenderAdmission, type RenderLimits } from './render-admission.ts'

const lane = { maxActive: 1, maxQueued: 0, maxWaitMs: 60_000 }
const LIMITS: RenderLimits = {
  perAddress: { count: 3, perMs: 60_000 },
  pages: lane,
  openEnded: lane,
  personal: lane,
  refusals: { firstMs: 0, maxMs: 0, forgetMs: 1 },
}

test('refuses an address that used up its budget while admitting others', async () => {
  let time = 0
  const admission = createRenderAdmission(LIMITS, () => time)
  const ask = (client: string) => admission.run(unitsOf(client), 'openEnded', async () => 'page')
  for (let index = 0; index < 3; index += 1) expect(await ask('198.51.100.7')).toBe('page')
  await expect(ask('198.51.100.7')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 20 })
  expect(await ask('198.51.100.8')).toBe('page')
  time = 20_000
  expect(await ask('198.51.100.7')).toBe('page')
})

test('counts renders of an IPv6 /48 together', async () => {
  const admission = createRenderAdmission(LIMITS, () => 0)
  const ask = (subnet: number) =>
    admission.run(unitsOf(`2001:db8:7:${subnet.toString(16)}::1`), 'pages', async () => 'page')
  for (let subnet = 0; subnet < 3 * 16; subnet += 1) expect(await ask(subnet)).toBe('page')
  await expect(ask(48)).rejects.toMatchObject({ status: 429 })
  expect(await admission.run(unitsOf('2001:db8:8::1'), 'pages', async () => 'page')).toBe('page')
})

test('refuses with a 503 when busy, with separate lanes for cacheable and personal pages', async () => {
  const admission = createRenderAdmission(LIMITS)
  const held = Promise.withResolvers<void>()
  const search = admission.run(unitsOf('192.0.2.1'), 'openEnded', () => held.promise)
  await expect(admission.run(unitsOf('192.0.2.2'), 'openEnded', async () => 'search')).rejects.toMatchObject({
    status: 503,
  })
  expect(await admission.run(unitsOf('192.0.2.3'), 'pages', async () => 'page')).toBe('page')
  expect(await admission.run(unitsOf('192.0.2.4'), 'personal', async () => 'order')).toBe('order')
  held.resolve()
  await search
})

test('delays 404 responses while there are too many renders, and only then', async () => {
  let time = 0
  const admission = createRenderAdmission({ ...LIMITS, openEnded: { ...lane, maxQueued: 1 } }, () => time)
  const held = Promise.withResolvers<void>()
  const search = () => admission.run(unitsOf('192.0.2.1'), 'openEnded', () => held.promise)
  const searches = [search(), search()]
  expect(admission.delayMissing('a')).toBeUndefined()
  await expect(search()).rejects.toMatchObject({ status: 503 })
  time = 4999
  await expect(admission.delayMissing('a')).resolves.toBeUndefined()
  time = 5000
  expect(admission.delayMissing('a')).toBeUndefined()
  expect(admission.refuseIfFull('openEnded', '192.0.2.1')).toBe(true)
  await expect(admission.delayMissing('a')).resolves.toBeUndefined()
  held.resolve()
  await Promise.all(searches)
})

test('does not delay 404 responses because single clients are refused', async () => {
  const admission = createRenderAdmission(LIMITS, () => 0)
  const ask = () => admission.run(unitsOf('198.51.100.7'), 'pages', async () => 'page')
  for (let index = 0; index < 3; index += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  await admission.delayRefusal('198.51.100.7')
  expect(admission.delayMissing('203.0.113.9')).toBeUndefined()
})
