import type { CheckoutForm, QuoteRequest } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart/cart.ts'
import type { Draft } from './checkout-draft.ts'
import type { UnpaidOrder } from './payment-flow.ts'

/** Ids, sizes and quantities; prices are the shop's own. */
function toItems(items: readonly CartItem[]) {
  return items.map(({ productId, quantity, size = null }) => ({ productId, quantity, size }))
}

export function toQuoteRequest(
  items: readonly CartItem[],
  { email, state, discountCode }: Pick<Draft, 'email' | 'state' | 'discountCode'>,
): QuoteRequest {
  return {
    items: toItems(items),
    email: email.trim() || null,
    state: state.trim() || null,
    discountCode: discountCode.trim() || null,
  }
}

/** The payment request, except for the card. */
export function toOrder(items: readonly CartItem[], form: CheckoutForm, expectedTotalCents: number): UnpaidOrder {
  const { email, firstName, lastName, phone, discountCode } = form
  return {
    items: toItems(items),
    customerInfo: { email, firstName, lastName, phone },
    shippingAddress: {
      line1: form.address,
      line2: form.address2,
      city: form.city,
      state: form.state,
      zip: form.zip,
      country: 'US',
    },
    discountCode,
    expectedTotalCents,
  }
}
