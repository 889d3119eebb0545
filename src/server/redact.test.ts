import { expect, test } from 'vitest'
import { emailAddress } from '#contract/email-address.ts'
import { redact } from './redact.ts'
import { isWeakSecret } from './weak-secret.ts'

test.each([
  ['ana@example.com', '…@…'],
  ['550 <ana@example.com>: no', '550 <…@…>: no'],
  ['to:ana@example.com,bo@example.org;', 'to:…@…,…@…;'],
  ['a@b@c', '…@…'],
  ['user @home, @ and x@ stay', 'user @home, @ and x@ stay'],
  ['code bloom-ab12-cd34 and BLOOM-XY', 'code BLOOM-… and BLOOM-…'],
  ['/order/s3cret?x=1 /unsubscribe/t0ken /admin/link/abc', '/order/…?x=1 /unsubscribe/… /admin/link/…'],
])('%s', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

const MEGABYTE = 1024 * 1024
/** A pattern that goes back over its input would need hours for any of these. */
const HOSTILE = ['a', '@', 'a@', ' ', '.', '-', '/', '/order/', 'BLOOM', 'BLOOM-', '<', '\n', '\n at ', 'é', '\u0000']

test('a megabyte of anything is redacted and judged in linear time', () => {
  for (const unit of HOSTILE) {
    const text = unit.repeat(Math.ceil(MEGABYTE / unit.length))
    for (const hostile of [text, `x${text}x`, `${text}\u0000`]) {
      redact(hostile)
      isWeakSecret(hostile.slice(0, 64))
      expect(emailAddress.safeParse(hostile).success).toBe(false)
    }
  }
})
