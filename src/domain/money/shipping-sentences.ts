import { formatCents } from './cents.ts'
import { shippingFor, toFreeShipping } from './pricing.ts'
import type { ShippingRate } from './rates.ts'

/** On every product page, below the button, until the browser knows the cart. */
export function shippingOffer(rate: ShippingRate): string {
  return isAlwaysFree(rate) ? 'Free shipping' : `Free shipping over ${wholeDollars(rate.freeFromCents)}`
}

export type FreeShippingLine = {
  text: string
  /** The amount in the text to set in bold; empty if there is none. */
  amount: string
  /** Subtotal of what is in the cart, or will be. */
  reachedCents: number
}

/** How far a cart is from free shipping; with `addCents`, how far it would be with another item. */
export function freeShippingLine(
  { cartCents, addCents = 0 }: { cartCents: number; addCents?: number },
  rate: ShippingRate,
): FreeShippingLine {
  const has = { text: 'You’ve got free shipping', amount: '', reachedCents: cartCents }
  if (isAlwaysFree(rate) || toFreeShipping(cartCents, rate) === 0) return has
  const reachedCents = cartCents + addCents
  const amount = formatCents(toFreeShipping(reachedCents, rate))
  if (addCents === 0) return { text: `You’re ${amount} away from free shipping`, amount, reachedCents }
  return toFreeShipping(reachedCents, rate) === 0
    ? { text: 'Add this and you’ve got free shipping', amount: '', reachedCents }
    : { text: `Add this and you’re ${amount} away from free shipping`, amount, reachedCents }
}

/** What the shipping page says by default. */
export function shippingPolicy(rate: ShippingRate): string {
  return isAlwaysFree(rate)
    ? 'Shipping is free.'
    : `Shipping costs ${formatCents(rate.flatCents)} an order and is free when the oils in your cart come to ` +
        `${formatCents(rate.freeFromCents)} or more, before any discount.`
}

/** The default for the line above every page. */
export function shippingBanner(rate: ShippingRate): string {
  if (isAlwaysFree(rate)) return 'Free Shipping on Every Order'
  return `Free Shipping on Orders Over ${wholeDollars(rate.freeFromCents)}`
}

/** Every sentence that depends on a rate, for the owner to read before saving it. */
export function shippingSentences(rate: ShippingRate, cartCents: number): { place: string; text: string }[] {
  const cost = shippingFor(cartCents, rate)
  const shipping = `Shipping ${cost === 0 ? 'Free' : formatCents(cost)}`
  return [
    { place: 'Banner, every page', text: shippingBanner(rate) },
    { place: 'Product pages', text: shippingOffer(rate) },
    { place: `Cart at ${formatCents(cartCents)}`, text: freeShippingLine({ cartCents }, rate).text },
    { place: `Checkout at ${formatCents(cartCents)}`, text: shipping },
    { place: 'Shipping page', text: shippingPolicy(rate) },
  ]
}

/** "$75", and "$60.50". */
function wholeDollars(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '')
}

export function isAlwaysFree({ flatCents, freeFromCents }: ShippingRate): boolean {
  return flatCents === 0 || freeFromCents === 0
}
