import { expect, test } from 'vitest'
import { shownPhone } from '#domain/text/shown-phone.ts'
import { checkoutForm, normalizePhone, paymentRequest, quoteRequest } from './checkout.ts'
import { MESSAGES } from './messages.ts'

const request = {
  items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
  customerInfo: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Prado', phone: '' },
  shippingAddress: { line1: '1 Main St', line2: '', city: 'Provo', state: 'Utah', zip: '84601', country: 'US' },
  discountCode: '',
  sourceId: 'cnon:card-nonce-ok',
}

function messageFor(change: object): string | undefined {
  return paymentRequest.safeParse({ ...request, ...change }).error?.issues[0]?.message
}

test('converts a state name to its code and a blank field to null', () => {
  expect(paymentRequest.parse(request)).toEqual({
    ...request,
    customerInfo: { ...request.customerInfo, phone: null },
    shippingAddress: { ...request.shippingAddress, state: 'UT', line2: null },
    discountCode: null,
  })
})

test.each([0, -1, 1.5, '2', 100, 2 ** 31, 1e21, Number.NaN, null])('refuses a quantity of %j', (quantity) => {
  expect(messageFor({ items: [{ productId: 'pure-bloom', quantity, size: '1oz' }] })).toBe(MESSAGES.quantityInvalid)
})

test('requires an item and accepts up to 50 lines', () => {
  const line = { productId: 'pure-bloom', quantity: 1 }
  expect(messageFor({ items: [] })).toBe(MESSAGES.cartEmpty)
  expect(messageFor({ items: Array.from({ length: 51 }, () => line) })).toBe(MESSAGES.tooManyLines)
  expect(messageFor({ items: Array.from({ length: 50 }, () => line) })).toBeUndefined()
})

test.each(['price', 'total', 'status', 'orderNumber'])('refuses an extra field %s', (key) => {
  expect(paymentRequest.safeParse({ ...request, [key]: 1 }).success).toBe(false)
  expect(paymentRequest.safeParse({ ...request, items: [{ ...request.items[0], [key]: 1 }] }).success).toBe(false)
})

test.each(['8410', '84101-12', 'ABCDE', ''])('refuses %j as a ZIP code', (zip) => {
  expect(messageFor({ shippingAddress: { ...request.shippingAddress, zip } })).toBe(MESSAGES.zipInvalid)
})

test('requires state and ZIP code to agree, since tax depends on the state', () => {
  expect(messageFor({ shippingAddress: { ...request.shippingAddress, state: 'CA' } })).toBe(
    'This ZIP code is not in California.',
  )
  expect(messageFor({ shippingAddress: { ...request.shippingAddress, state: 'Ontario' } })).toBe(MESSAGES.stateInvalid)
  expect(messageFor({ shippingAddress: { ...request.shippingAddress, country: 'CA' } })).toBe(MESSAGES.countryInvalid)
})

test.each([
  ['', 'First name is required.'],
  ['   ', 'First name is required.'],
  ['!!!', 'First name is required.'],
  ['a'.repeat(101), 'First name is too long: 100 characters at most.'],
  ['Ana\u0000', 'First name contains characters we can’t print.'],
  ['Ana\u202Eb', 'First name contains characters we can’t print.'],
  ['see https://x.example', 'First name can’t contain a web address.'],
])('refuses the first name %j', (firstName, message) => {
  expect(messageFor({ customerInfo: { ...request.customerInfo, firstName } })).toBe(message)
})

test('keeps names as typed', () => {
  for (const firstName of ['Zoë', '李', "D'Arcy", 'Ana 🌸']) {
    expect(messageFor({ customerInfo: { ...request.customerInfo, firstName } })).toBeUndefined()
  }
})

test.each([
  ['(801) 555-0142', '+18015550142'],
  ['801.555.0142', '+18015550142'],
  ['1 801 555 0142', '+18015550142'],
  ['+44 20 7946 0958', '+442079460958'],
  // As copied from a phone's contacts: with direction marks, and a non-breaking space and hyphen.
  ['\u202A(801)\u00A0555\u20110142\u202C', '+18015550142'],
  ['801–555–0142', '+18015550142'],
])('stores the phone %s as %s', (typed, kept) => {
  expect(normalizePhone(typed)).toBe(kept)
})

test.each(['+18015550142', '+442079460018'])('stores the phone %s again as it is shown', (stored) => {
  expect(normalizePhone(shownPhone(stored))).toBe(stored)
})

test.each(['123', '555-0142', 'call me', '8015550142 ext 4', '12345678901234567890123'])(
  'refuses the phone %j',
  (phone) => {
    expect(messageFor({ customerInfo: { ...request.customerInfo, phone } })).toBe(MESSAGES.phoneInvalid)
  },
)

test.each(['no-at', 'a@b@c.example', 'a@b', 'a@b.example\r\nBcc: x@y.example', `${'a'.repeat(250)}@b.example`])(
  'refuses the address %j',
  (email) => {
    expect(messageFor({ customerInfo: { ...request.customerInfo, email } })).toBe(MESSAGES.emailInvalid)
  },
)

test('quotes without an address', () => {
  expect(quoteRequest.safeParse({ items: request.items }).success).toBe(true)
  expect(quoteRequest.safeParse({ items: request.items, state: 'UT', discountCode: 'X' }).success).toBe(true)
})

test('applies the rules of the request to the form', () => {
  const form = {
    firstName: ' Ana ',
    lastName: 'Prado',
    email: ' ana@example.com ',
    phone: '801 555 0142',
    address: '1  Main St',
    address2: '',
    city: 'Provo',
    state: 'UT',
    zip: '84601',
    discountCode: ' ABC ',
  }
  expect(checkoutForm.parse(form)).toEqual({
    ...form,
    firstName: 'Ana',
    email: 'ana@example.com',
    phone: '+18015550142',
    address: '1 Main St',
    address2: null,
    discountCode: 'ABC',
  })
})
