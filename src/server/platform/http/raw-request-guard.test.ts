import { expect, test } from 'vitest'
import { refuseRawRequest } from './raw-request-guard.ts'

function refusal(method: string, url: string, rawHeaders = ['Host', 'localhost']) {
  return refuseRawRequest({ method, url, rawHeaders })?.status
}

test('pages, their heads and posts pass', () => {
  expect(refusal('GET', '/shop-all?search=50%25')).toBeUndefined()
  expect(refusal('HEAD', '/')).toBeUndefined()
  expect(refusal('POST', '/csp-report')).toBeUndefined()
})

test('other methods are refused and told which are allowed', () => {
  expect(refuseRawRequest({ method: 'TRACE', url: '/', rawHeaders: [] })).toEqual({
    status: 405,
    message: 'Method not allowed',
    headers: { allow: 'GET, HEAD, POST' },
  })
  expect(refusal('DELETE', '/')).toBe(405)
})

test('two Host headers are refused, and none', () => {
  expect(refusal('GET', '/', [])).toBe(400)
  expect(refusal('GET', '/', ['Host', 'localhost', 'host', 'evil.example'])).toBe(400)
})

test('a full address in place of a path is refused', () => {
  expect(refusal('GET', 'http://evil.example/')).toBe(400)
})

test('unreadable paths are refused', () => {
  expect(refusal('GET', '/%zz')).toBe(400)
  expect(refusal('GET', '/%E0%A4')).toBe(400)
  expect(refusal('GET', '/a%00b')).toBe(400)
  expect(refusal('GET', '/?q=%zz')).toBeUndefined()
})
