import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createVapid } from './vapid.ts'

const SECRET = 'a secret that is long enough for a shop'
const NOW = new Date('2026-11-17T10:00:00Z')
const ENDPOINT = new URL('https://push.example:8443/send/abc?x=1')
const vapid = createVapid(SECRET, 'https://bloomera.example')

function partsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header, claims, signature, key }
}

test('names the push service, the shop and an expiry within a day, as RFC 8292 requires', () => {
  const { header, claims } = partsOf(vapid.authorization(ENDPOINT, NOW))
  const read = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())
  expect(read(header)).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(read(claims)).toEqual({
    aud: 'https://push.example:8443',
    exp: Date.parse('2026-11-17T22:00:00Z') / 1000,
    sub: 'https://bloomera.example',
  })
})

test('signs with the key that browsers are given', () => {
  const { header, claims, signature, key } = partsOf(vapid.authorization(ENDPOINT, NOW))
  expect(key).toBe(vapid.publicKey)
  const point = Buffer.from(key, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
})

test('gives every process of a shop the same key, and another shop another', () => {
  expect(createVapid(SECRET, 'x').publicKey).toBe(vapid.publicKey)
  expect(createVapid(`${SECRET}!`, 'x').publicKey).not.toBe(vapid.publicKey)
})
