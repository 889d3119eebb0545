import type { ApplePay, GooglePay, PaymentRequest, Payments } from '@square/web-payments-sdk-types'
import { decimal } from './tokenize-card.ts'

export type Wallets = {
  request: PaymentRequest
  googlePay: GooglePay | undefined
  applePay: ApplePay | undefined
}

/** The wallets that this browser can use. The provider refuses the others, which are then not shown at all. */
export async function openWallets(payments: Payments, totalCents: number): Promise<Wallets> {
  const total = totalLine(totalCents)
  const request = payments.paymentRequest({ countryCode: 'US', currencyCode: 'USD', total })
  const [googlePay, applePay] = await Promise.all([
    payments.googlePay(request).catch(() => undefined),
    payments.applePay(request).catch(() => undefined),
  ])
  return { request, googlePay, applePay }
}

export async function closeWallets({ googlePay, applePay }: Wallets): Promise<void> {
  await Promise.allSettled([googlePay?.destroy(), applePay?.destroy()])
}

export function totalLine(cents: number) {
  return { amount: decimal(cents), label: 'Bloomera' }
}
