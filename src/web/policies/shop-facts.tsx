import { formatCents } from '#domain/money/cents.ts'
import { FLAT_SHIPPING_CENTS, FREE_SHIPPING_FROM_CENTS, UTAH_TAX_BASIS_POINTS } from '#domain/money/pricing.ts'

/** Facts of the software, true by construction; promises in the owner's name are the owner's to publish. */
export function ShippingFacts() {
  return (
    <>
      <h3>Shipping</h3>
      <p>
        We ship within the United States. Shipping costs {formatCents(FLAT_SHIPPING_CENTS)} an order and is free when
        the oils in your cart come to {formatCents(FREE_SHIPPING_FROM_CENTS)} or more, before any discount.
      </p>
      <h3>Sales tax</h3>
      <p>
        Orders to addresses in Utah carry {(UTAH_TAX_BASIS_POINTS / 100).toFixed(2)}% sales tax on the oils after
        discount; shipping is not taxed. We charge none elsewhere. Tax and shipping are lines of their own, shown before
        you pay.
      </p>
      <h3>Returns</h3>
      <p>The conditions for returns will stand here once they are published.</p>
    </>
  )
}

export function TermsFacts() {
  return (
    <>
      <h3>Prices</h3>
      <p>
        In US dollars. What you see above the pay button is what is charged; if a price has changed meanwhile you are
        asked again before anything is.
      </p>
      <h3>Reviews</h3>
      <p>Anybody may write one. We read each before it appears, and none is held back for being critical.</p>
      <h3>Cosmetics</h3>
      <p>Our oils are for the look and feel of skin and hair. They do not treat or prevent anything.</p>
    </>
  )
}
