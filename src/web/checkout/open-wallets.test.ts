import type { Payments } from '@square/web-payments-sdk-types'
import { expect, test, vi } from 'vitest'
import { closeWallets, openWallets } from './open-wallets.ts'

/** A stand-in for the parts of the provider's script that wallets need. */
function fakePayments({ hasGooglePay = false, hasApplePay = false }) {
  const seen = { requests: [] as unknown[], destroyed: 0 }
  const wallet = (isUsable: boolean) => () =>
    isUsable
      ? Promise.resolve({
          destroy: async () => {
            seen.destroyed += 1
            return true
          },
        })
      : Promise.reject(new Error('PaymentMethodUnsupportedError'))
  const payments = {
    paymentRequest: (request: unknown) => void seen.requests.push(request),
    googlePay: wallet(hasGooglePay),
    applePay: wallet(hasApplePay),
  }
  return { seen, payments: payments as unknown as Payments }
}

test('opens the wallets of this browser, for the current total', async () => {
  const { seen, payments } = fakePayments({ hasGooglePay: true })
  const wallets = await openWallets(payments, 8572)
  expect(wallets.googlePay).toBeDefined()
  expect(wallets.applePay).toBeUndefined()
  expect(seen.requests).toEqual([
    { countryCode: 'US', currencyCode: 'USD', total: { amount: '85.72', label: 'Bloomera' } },
  ])
})

test('a browser without wallets is not an error', async () => {
  const { payments } = fakePayments({})
  expect(await openWallets(payments, 100)).toMatchObject({ googlePay: undefined, applePay: undefined })
})

test('closing destroys what was opened', async () => {
  const { seen, payments } = fakePayments({ hasGooglePay: true, hasApplePay: true })
  await closeWallets(await openWallets(payments, 100))
  expect(seen.destroyed).toBe(2)
})

test('a wallet that never loads is left out, and does not hold up the other one', async () => {
  vi.useFakeTimers()
  try {
    const { payments } = fakePayments({ hasApplePay: true })
    const opening = openWallets({ ...payments, googlePay: () => new Promise(() => {}) } as unknown as Payments, 100)
    await vi.advanceTimersByTimeAsync(15_000)
    const wallets = await opening
    expect(wallets.googlePay).toBeUndefined()
    expect(wallets.applePay).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})
