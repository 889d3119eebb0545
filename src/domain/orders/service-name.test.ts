import { expect, test } from 'vitest'
import { serviceName } from './service-name.ts'

test('writes the name of a service as people do', () => {
  expect(serviceName('USPS', 'GroundAdvantage')).toBe('USPS Ground Advantage')
  expect(serviceName('UPSDAP', 'Ground')).toBe('UPS Ground')
  expect(serviceName('FedExDefault', 'FEDEX_GROUND')).toBe('FedEx FEDEX GROUND')
})

test('keeps the name of a carrier that it does not know', () => {
  expect(serviceName('constructor', 'Ground')).toBe('constructor Ground')
})
