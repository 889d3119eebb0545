import type { ApplePay, GooglePay, PaymentRequest, Payments } from '@square/web-payments-sdk-types'
import { withDeadline } from './deadline.ts'
import { decimal } from './tokenize-card.ts'

const OPEN_DEADLINE_MS = 15_000

export type Wallets = {
  request: PaymentRequest
  googlePay: GooglePay | undefined
  applePay: ApplePay | undefined
}

/**
 * The wallets that this browser can use. One that the provider refuses or doesn't load in time isn't shown; there is
 * still the card form.
 */
export async function openWallets(payments: Payments, totalCents: number): Promise<Wallets> {
  const total = totalLine(totalCents)
  const request = payments.paymentRequest({ countryCode: 'US', currencyCode: 'USD', total })
  const [googlePay, applePay] = await Promise.all([
    inTime(payments.googlePay(request)),
    inTime(payments.applePay(request)),
  ])
  return { request, googlePay, applePay }
}

async function inTime<T extends { destroy: () => Promise<unknown> }>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await withDeadline(opening, OPEN_DEADLINE_MS)
  } catch {
    void opening.then((late) => late.destroy()).catch(() => undefined)
    return undefined
  }
}

export async function closeWallets({ googlePay, applePay }: Wallets): Promise<void> {
  await Promise.allSettled([googlePay?.destroy(), applePay?.destroy()])
}

export function totalLine(cents: number) {
  return { amount: decimal(cents), label: 'Bloomera' }
}
