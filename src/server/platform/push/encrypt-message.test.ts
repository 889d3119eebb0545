import { expect, test } from 'vitest'
import { arePushKeys, encryptMessage, MAX_MESSAGE_BYTES } from './encrypt-message.ts'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message: 'When I grow up, I want to be a watermelon',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encrypts the example in RFC 8291 to the same bytes', () => {
  const secrets = {
    privateKey: Buffer.from(EXAMPLE.privateKey, 'base64url'),
    salt: Buffer.from(EXAMPLE.salt, 'base64url'),
  }
  const body = encryptMessage(Buffer.from(EXAMPLE.message), EXAMPLE.keys, secrets)
  expect(body.toString('base64url')).toBe(EXAMPLE.body)
})

test('uses a new key and a new salt for each message', () => {
  const [first, second] = [1, 2].map(() => encryptMessage(Buffer.from('x'), EXAMPLE.keys))
  expect(first?.subarray(0, 86)).not.toEqual(second?.subarray(0, 86))
})

test('stays within what push services must accept, and refuses more', () => {
  expect(encryptMessage(Buffer.alloc(MAX_MESSAGE_BYTES), EXAMPLE.keys)).toHaveLength(4096)
  expect(() => encryptMessage(Buffer.alloc(MAX_MESSAGE_BYTES + 1), EXAMPLE.keys)).toThrow(RangeError)
})

test.each([
  ['of the example', EXAMPLE.keys, true],
  ['with a short secret', { ...EXAMPLE.keys, auth: 'BTBZ' }, false],
  ['with a point off the curve', { ...EXAMPLE.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }, false],
  ['with no point', { ...EXAMPLE.keys, p256dh: '' }, false],
])('recognizes keys %s', (_, keys, isUsable) => {
  expect(arePushKeys(keys)).toBe(isUsable)
})
