import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, unitsOf } from './sender-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
])('parses %s as %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '256.1.1.1', 'example.com', '1.2.3.4:x', '[]', '[::1'])(
  'rejects %j as an address',
  (text) => {
    expect(parseAddress(text)).toBeUndefined()
  },
)

test.each([
  ['192.0.2.77', { client: '192.0.2.77', network: '192.0.2', isIpv6: false }],
  ['2001:db8:1:2:3:4:5:6', { client: '2001:db8:1:2', network: '2001:db8:1', isIpv6: true }],
  ['2001:0db8:0001:0002::', { client: '2001:db8:1:2', network: '2001:db8:1', isIpv6: true }],
  ['::1', { client: '0:0:0:0', network: '0:0:0', isIpv6: true }],
  ['2001:db8::1:0:0:1', { client: '2001:db8:0:0', network: '2001:db8:0', isIpv6: true }],
  ['local', { client: 'local', network: 'local', isIpv6: false }],
])('counts %s as %j', (address, units) => {
  expect(unitsOf(address)).toEqual(units)
})

test('maps every spelling of an IPv6 address to the same units', () => {
  const full = (address: string) => address.replaceAll(/[0-9a-f]+/gi, (group) => group.padStart(4, '0').toUpperCase())
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(!address.includes('.'))
      const parsed = parseAddress(address) ?? ''
      expect(isIP(parsed)).not.toBe(0)
      expect(unitsOf(parseAddress(full(address)) ?? '')).toEqual(unitsOf(parsed))
      expect(unitsOf(parseAddress(`[${address}]:443`) ?? '')).toEqual(unitsOf(parsed))
    }),
  )
})

test('makes keys only from addresses, whatever the header contains', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      const parsed = parseAddress(text)
      expect(parsed === undefined || isIP(parsed) > 0).toBe(true)
    }),
  )
})
