import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OrderView } from '#contract/order-view.ts'
import { OrderTimeline } from './order-timeline.tsx'

const ORDER: OrderView = {
  balance: null,
  later: [],
  number: 'BL-1',
  status: 'paid',
  placedAt: '2026-11-16T17:00:00.000Z',
  lines: [],
  subtotalCents: 3400,
  discountCents: 0,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 3400,
  refundedCents: 0,
  addedShippingCents: 0,
  timeline: [{ label: 'Placed', at: '2026-11-16T17:00:00.000Z' }],
  tracking: null,
  packages: [],
  follows: [],
  returns: [],
  shipTo: null,
  email: null,
  card: null,
  arrival: null,
  canCancel: false,
  reminderPath: null,
}

test.each([
  ['VISA', 'Visa'],
  ['a new brand', 'card'],
  ['constructor', 'card'],
  ['__proto__', 'card'],
])('names the card brand %s as %s', (brand, name) => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <OrderTimeline order={{ ...ORDER, card: { brand, last4: '1111' } }} />
    </MemoryRouter>,
  )
  expect(html).toContain(`Paid with ${name} ending in <span class="tabular-nums">1111</span>`)
})
