import { expect, test } from 'vitest'
import { trackingUrl } from './tracking-url.ts'

test('recognizes carriers by their common names', () => {
  expect(trackingUrl('USPS Ground', '9400 1')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201')
  expect(trackingUrl('U.P.S.', '1Z')).toBeUndefined()
  expect(trackingUrl('UPS', '1Z')).toBe('https://www.ups.com/track?tracknum=1Z')
  expect(trackingUrl('US Postal Service', '9')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=9')
  expect(trackingUrl('FedEx', '7')).toBe('https://www.fedex.com/fedextrack/?trknbr=7')
  expect(trackingUrl('dhl', '8')).toBe('https://www.dhl.com/us-en/home/tracking.html?tracking-id=8')
  expect(trackingUrl('UPS', '')).toBeUndefined()
})

test('returns no link without a number or a known carrier', () => {
  expect(trackingUrl('UPS', null)).toBeUndefined()
  expect(trackingUrl(null, '1Z')).toBeUndefined()
  expect(trackingUrl('A cousin with a van', '1Z')).toBeUndefined()
})
