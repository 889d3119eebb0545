import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { redact, redactPath } from './redact.ts'

test.each([
  ['ana@example.com', '…@…'],
  ['550 <ana@example.com>: no', '550 <…@…>: no'],
  ['to:ana@example.com,bo@example.org;', 'to:…@…,…@…;'],
  ['a@b@c', '…@…'],
  ['user @home, @ and x@ stay', 'user @home, @ and x@ stay'],
  ['code bloom-ab12-cd34 and BLOOM-XY', 'code BLOOM-… and BLOOM-…'],
  ['/order/s3cret?x=1 /unsubscribe/t0ken /admin/link/abc', '/order/…?x=1 /unsubscribe/… /admin/link/…'],
  ['GET https://x/ORDER/s3cret/reminder.ics failed', 'GET https://x/ORDER/… failed'],
  ['/order//s3cret', '/order/…'],
])('%s', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

const TOKEN = 'Zm9yIHRoZSB0ZXN0cw-qPcXhOAg_9eZK2vYw5mJt0nQk'

test.each([
  ['/shop-all', '/shop-all'],
  [
    '/pages/what-is-the-best-oil-for-sensitive-skin-and-hair',
    '/pages/what-is-the-best-oil-for-sensitive-skin-and-hair',
  ],
  ['/assets/entry-B2kd93.js', '/assets/entry-B2kd93.js'],
  [`/ORDER/${TOKEN}/reminder.ics`, '/ORDER/…'],
  [`/%6frder/${TOKEN}`, '/order/…'],
  [`/order%2F${TOKEN}`, '/order/…'],
  [`/Admin//LINK/${TOKEN}`, '/Admin//LINK/…'],
  [`/order/${TOKEN.replace('-', '%2D').replace('_', '%5f')}`, '/order/…'],
  [`/orders/${TOKEN}.`, '/orders/….'],
  [`/${TOKEN}`, '/…'],
  ['/ana%40example.com', '…@…'],
  ['/50%25/%C3%A9/%zz', '/50%/%C3%A9/%zz'],
])('path %s', (path, expected) => {
  expect(redactPath(path)).toBe(expected)
})

/** A backtracking pattern would take hours on any of these, with no way to interrupt it. */
const HOSTILE = `
  import { emailAddress } from '#contract/email-address.ts'
  import { redact, redactPath } from './redact.ts'
  for (const unit of ['a', '@', 'a@', ' ', '.', '-', '/', '/order/', 'BLOOM', 'BLOOM-', '<', '\\n', '\\n at ', 'é', '\\0', '%', '%2']) {
    const text = unit.repeat(Math.ceil(2 ** 20 / unit.length))
    for (const hostile of [text, 'x' + text + 'x', text + '\\0']) {
      redact(hostile)
      redactPath(hostile)
      emailAddress.safeParse(hostile)
    }
  }
`

test('redacts and checks a megabyte of any text in linear time', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', HOSTILE], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 90_000,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
