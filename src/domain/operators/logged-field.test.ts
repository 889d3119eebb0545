import { expect, test } from 'vitest'
import { loggedField } from './logged-field.ts'

test.each([
  ['refundedCents', 2500, 'Refunded', '$25.00'],
  ['refundedCents', 0, 'Refunded', '$0.00'],
  ['costCents', null, 'Cost', '–'],
  ['trackingNumber', '9400', 'Tracking number', '9400'],
  ['squareRefundId', 'R1', 'Square refund ID', 'R1'],
  ['seen', true, 'Seen', 'Yes'],
  ['seen', false, 'Seen', 'No'],
  ['note', '', 'Note', ''],
  ['minutes', 60, 'Minutes', '60'],
  ['created', { codes: 2 }, 'Created', '{"codes":2}'],
])('%s %s reads “%s: %s”', (name, value, label, text) => {
  expect(loggedField(name, value)).toEqual([label, text])
})
