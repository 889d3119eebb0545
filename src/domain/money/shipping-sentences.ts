import { formatCents } from './cents.ts'
import { shippingFor, toFreeShipping } from './pricing.ts'
import type { ShippingRate } from './rates.ts'

/** On every product page, below the button. */
export function shippingOffer(rate: ShippingRate): string {
  return isAlwaysFree(rate) ? 'Free shipping' : `Free shipping from ${formatCents(rate.freeFromCents)}`
}

/** What the shipping page states without a word of the owner's. */
export function shippingPolicy(rate: ShippingRate): string {
  return isAlwaysFree(rate)
    ? 'Shipping is free.'
    : `Shipping costs ${formatCents(rate.flatCents)} an order and is free when the oils in your cart come to ` +
        `${formatCents(rate.freeFromCents)} or more, before any discount.`
}

/** The line above every page unless the owner has set another one. */
export function shippingBanner(rate: ShippingRate): string {
  if (isAlwaysFree(rate)) return 'Free Shipping on Every Order'
  return `Free Shipping on Orders Over ${formatCents(rate.freeFromCents).replace(/\.00$/, '')}`
}

/** Every sentence that a rate decides, for the owner to read before it is saved. */
export function shippingSentences(rate: ShippingRate, cartCents: number): { place: string; text: string }[] {
  const missing = toFreeShipping(cartCents, rate)
  const cost = shippingFor(cartCents, rate)
  const shipping = `Shipping ${cost === 0 ? 'Free' : formatCents(cost)}`
  return [
    { place: 'Banner, every page', text: shippingBanner(rate) },
    { place: 'Product pages', text: shippingOffer(rate) },
    {
      place: `Cart at ${formatCents(cartCents)}`,
      text: missing > 0 && cost > 0 ? `${formatCents(missing)} to free shipping` : 'This order ships free.',
    },
    { place: `Checkout at ${formatCents(cartCents)}`, text: shipping },
    { place: 'Shipping page', text: shippingPolicy(rate) },
  ]
}

export function isAlwaysFree({ flatCents, freeFromCents }: ShippingRate): boolean {
  return flatCents === 0 || freeFromCents === 0
}
