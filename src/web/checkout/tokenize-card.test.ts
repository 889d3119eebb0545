import type { TokenResult } from '@square/web-payments-sdk-types'
import { expect, test } from 'vitest'
import { decimal, readToken, verificationDetails } from './tokenize-card.ts'

const form = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  email: 'dana@example.com',
  phone: null,
  address: '12 Elm St',
  address2: 'Apt 3',
  city: 'Provo',
  state: 'UT',
  zip: '84601',
  discountCode: null,
}

test('sends the bank the amount as a decimal string, and who pays', () => {
  expect(verificationDetails(form, 7501)).toEqual({
    amount: '75.01',
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: 'Dana',
      familyName: 'Whitfield',
      email: 'dana@example.com',
      addressLines: ['12 Elm St', 'Apt 3'],
      city: 'Provo',
      state: 'UT',
      countryCode: 'US',
      postalCode: '84601',
    },
  })
})

test('keeps the zeros of cents', () => {
  expect([5, 60, 100, 1999, 123_456].map(decimal)).toEqual(['0.05', '0.60', '1.00', '19.99', '1234.56'])
})

test('returns a token, the first error, or the fixed text', async () => {
  expect(await readToken(async () => ({ status: 'OK', token: 'cnon:x' }))).toEqual({ ok: true, token: 'cnon:x' })
  const invalid: TokenResult = {
    status: 'Invalid',
    errors: [
      { type: 'VALIDATION_ERROR', message: 'Enter a valid card number.' },
      { type: 'VALIDATION_ERROR', message: 'Enter a valid CVV.' },
    ],
  }
  expect(await readToken(async () => invalid)).toMatchObject({ ok: false, message: 'Enter a valid card number.' })
  expect(await readToken(async () => ({ status: 'Error', errors: [] }))).toMatchObject({
    message: 'Card tokenization failed',
  })
  expect(await readToken(async () => ({ status: 'Unknown' }))).toMatchObject({ message: 'Card tokenization failed' })
})

test('never shows a thrown message unless it is meant for people', async () => {
  const foreign = () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'postMessage')"))
  expect(await readToken(foreign)).toMatchObject({ message: 'Card tokenization failed' })
  const listed = Object.assign(new Error('TokenizationError'), { errors: [{ message: 'Enter a valid CVV.' }] })
  expect(await readToken(() => Promise.reject(listed))).toMatchObject({ message: 'Enter a valid CVV.' })
})

test('closing a wallet is not an error', async () => {
  expect(await readToken(async () => ({ status: 'Cancel' }))).toMatchObject({ ok: false, isCancelled: true })
})
