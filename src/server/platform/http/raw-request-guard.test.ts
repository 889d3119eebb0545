import { expect, test } from 'vitest'
import { refuseRawRequest } from './raw-request-guard.ts'

function refusal(method: string, url: string, rawHeaders = ['Host', 'localhost']) {
  return refuseRawRequest({ method, url, rawHeaders })?.status
}

test('allows GET, HEAD, and POST', () => {
  expect(refusal('GET', '/shop-all?search=50%25')).toBeUndefined()
  expect(refusal('HEAD', '/')).toBeUndefined()
  expect(refusal('POST', '/csp-report')).toBeUndefined()
})

test('refuses other methods and lists the allowed ones', () => {
  expect(refuseRawRequest({ method: 'TRACE', url: '/', rawHeaders: [] })).toEqual({
    status: 405,
    message: 'Method not allowed',
    headers: { allow: 'GET, HEAD, POST' },
  })
  expect(refusal('DELETE', '/')).toBe(405)
})

test('refuses a missing or duplicate Host header', () => {
  expect(refusal('GET', '/', [])).toBe(400)
  expect(refusal('GET', '/', ['Host', 'localhost', 'host', 'evil.example'])).toBe(400)
})

test('refuses an absolute URL as the request target', () => {
  expect(refusal('GET', 'http://evil.example/')).toBe(400)
})

test('refuses undecodable paths', () => {
  expect(refusal('GET', '/%zz')).toBe(400)
  expect(refusal('GET', '/%E0%A4')).toBe(400)
  expect(refusal('GET', '/a%00b')).toBe(400)
  expect(refusal('GET', '/?q=%zz')).toBeUndefined()
})
