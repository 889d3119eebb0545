import { expect, test } from 'vitest'
import { besideList } from './beside-list.ts'

const ONE = '0f0e2c9e-7a1d-4c57-9d5e-0a1b2c3d4e5f'
const OTHER = '1f0e2c9e-7a1d-4c57-9d5e-0a1b2c3d4e5f'

test.each([
  [`/admin/orders/${ONE}`, `?list=packed&open=${ONE}`, `/admin/orders?list=packed&open=${ONE}`],
  // The next order, after one was packed.
  [`/admin/orders/${OTHER}?list=to-pack`, `?placed=today&open=${ONE}`, `/admin/orders?placed=today&open=${OTHER}`],
  [`/admin/orders/${ONE}#refund`, `?q=kim%20l&open=${ONE}`, `/admin/orders?q=kim+l&open=${ONE}`],
  // Not sent from next to the list, and not about an order.
  [`/admin/orders/${ONE}`, '?list=packed', `/admin/orders/${ONE}`],
  ['/admin/orders?list=packed', `?open=${ONE}`, '/admin/orders?list=packed'],
  [`/admin/orders/${ONE}/unship`, `?open=${ONE}`, `/admin/orders/${ONE}/unship`],
])('%s from %s leads to %s', (path, search, expected) => {
  expect(besideList(path, new URL(`http://localhost/admin/orders${search}`))).toBe(expected)
})

test('a form of an order\u2019s own page leads where it always did', () => {
  expect(besideList(`/admin/orders/${ONE}`, new URL(`http://localhost/admin/orders/${ONE}?open=${ONE}`))).toBe(
    `/admin/orders/${ONE}`,
  )
})
