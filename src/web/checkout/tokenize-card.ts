import type { ChargeCardVerificationDetails, TokenResult } from '@square/web-payments-sdk-types'
import type { CheckoutForm } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { DeadlineError } from './deadline.ts'

export type Tokenized =
  | { ok: true; token: string }
  /** `isLate` if there was no response at all, so the form may still be busy. */
  | { ok: false; message: string; isCancelled: boolean; isLate?: boolean }

/** What the provider verifies the buyer with. The amount must be the one charged, or the bank may refuse it. */
export function verificationDetails(form: CheckoutForm, totalCents: number): ChargeCardVerificationDetails {
  return {
    amount: decimal(totalCents),
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: form.firstName,
      familyName: form.lastName,
      email: form.email,
      ...(form.phone && { phone: form.phone }),
      addressLines: form.address2 ? [form.address, form.address2] : [form.address],
      city: form.city,
      state: form.state,
      countryCode: 'US',
      postalCode: form.zip,
    },
  }
}

/** 1234 -> "12.34", as the provider wants amounts. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Fails with the first error message, or 'Card tokenization failed'. Closing a wallet isn't an error. */
export async function readToken(tokenize: () => Promise<TokenResult>): Promise<Tokenized> {
  try {
    const result = await tokenize()
    if (result.status === 'OK') return { ok: true, token: result.token }
    const isCancelled = result.status === 'Cancel' || result.status === 'Abort'
    const message = 'errors' in result ? result.errors[0]?.message : undefined
    return { ok: false, message: message || MESSAGES.tokenizationFailed, isCancelled }
  } catch (error) {
    const message = error instanceof Error ? firstMessage(error) : ''
    const isLate = error instanceof DeadlineError
    return { ok: false, message: message || MESSAGES.tokenizationFailed, isCancelled: false, isLate }
  }
}

/** The provider's TokenizationError carries a list; its own message is for developers. */
function firstMessage(error: Error & { errors?: readonly { message?: string }[] }): string {
  return error.errors?.[0]?.message ?? ''
}
