import type { ShopFacts } from '#contract/shop-facts.ts'
import { sellerLines } from '#domain/business/shop-settings.ts'
import { formatTaxRate, taxedStates } from '#domain/money/rates.ts'
import { shippingPolicy } from '#domain/money/shipping-sentences.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { useRates } from '#web/ui/use-rates.ts'

/** Facts of the software, true by construction; promises in the owner's name are the owner's to publish. */
export function ShippingFacts({ delivery }: { delivery: string | undefined }) {
  const { shipping, tax } = useRates()
  const states = taxedStates(tax)
  return (
    <>
      <h3>Shipping</h3>
      <p>
        We ship within the United States. {shippingPolicy(shipping)} {delivery}
      </p>
      <h3>Sales tax</h3>
      <p>
        {states.map(
          (state) =>
            `Orders to addresses in ${US_STATES[state]} carry ${formatTaxRate(tax[state] ?? 0)} sales tax on the oils after discount; shipping is not taxed. `,
        )}
        {states.length > 0 ? 'We charge none elsewhere.' : 'We charge none.'} Tax and shipping are lines of their own,
        shown before you pay.
      </p>
      <h3>Returns</h3>
      <p>The conditions for returns will stand here once they are published.</p>
    </>
  )
}

export function TermsFacts({ shop }: { shop: ShopFacts }) {
  return (
    <>
      <h3>Who you buy from</h3>
      <p>{sellerLines(shop).join(', ')}</p>
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
