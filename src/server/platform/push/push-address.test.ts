import { expect, test } from 'vitest'
import { isInternalAddress, lookupPublic, readPushAddress } from './push-address.ts'

const PRODUCTION = { allowsLocal: false }

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
])('accepts %s', (address) => {
  expect(readPushAddress(address, PRODUCTION)?.href).toBe(address)
})

test.each([
  'http://fcm.googleapis.com/abc',
  'https://localhost/abc',
  'https://database:5432/',
  'https://127.0.0.1/abc',
  'https://2130706433/abc',
  'https://0x7f.1/abc',
  'https://10.1.2.3/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/abc',
  'https://[::ffff:10.0.0.1]/abc',
  'https://[fd00::1]/abc',
  'https://user:secret@push.example/abc',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
  `https://push.example/${'a'.repeat(1000)}`,
])('refuses %s', (address) => {
  expect(readPushAddress(address, PRODUCTION)).toBeUndefined()
})

test('allows a local push service outside production only', () => {
  expect(readPushAddress('http://127.0.0.1:9/x', { allowsLocal: true })?.port).toBe('9')
  expect(readPushAddress('ftp://127.0.0.1/x', { allowsLocal: true })).toBeUndefined()
})

test.each([
  ['8.8.8.8', false],
  ['2a00:1450:4001::200a', false],
  ['172.31.255.255', true],
  ['100.100.1.1', true],
  ['224.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['nonsense', true],
])('knows that %s is internal: %s', (address, isInternal) => {
  expect(isInternalAddress(address)).toBe(isInternal)
})

test('refuses to connect to a name that resolves to an internal address', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, (problem) => resolve(problem)))
  expect(String(error)).toContain('internal address')
})
