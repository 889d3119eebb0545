import type { ShopFacts } from '#contract/shop-facts.ts'
import { sellerLines } from '#domain/business/shop-settings.ts'
import { formatTaxRate, taxedStates } from '#domain/money/rates.ts'
import { shippingPolicy } from '#domain/money/shipping-sentences.ts'
import { returnParagraphs } from '#domain/orders/return-paragraphs.ts'
import type { ReturnTerms } from '#domain/orders/return-terms.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { useRates } from '#web/ui/use-rates.ts'

type ShippingFactsProps = { delivery: string | undefined; returns: ReturnTerms | null }

/** Facts about the software, true by construction; only the owner can publish promises in the owner's name. */
export function ShippingFacts({ delivery, returns }: ShippingFactsProps) {
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
            `We charge ${formatTaxRate(tax[state] ?? 0)} sales tax on ${US_STATES[state]} orders, on the oils after discount; shipping isn’t taxed. `,
        )}
        {states.length > 0 ? 'We charge none elsewhere.' : 'We charge none.'} Tax and shipping are lines of their own,
        shown before you pay.
      </p>
      <h3>Returns</h3>
      {returns ? (
        returnParagraphs(returns).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
      ) : (
        <p>Our return policy will be posted here.</p>
      )}
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
        In US dollars. What you see above the pay button is what we charge. If a price has changed in the meantime, we
        ask you again first.
      </p>
      <h3>Reviews</h3>
      <p>Anyone can write one. We read each before it appears, and we never hide critical ones.</p>
      <h3>Cosmetics</h3>
      <p>Our oils are for the look and feel of skin and hair. They don’t treat or prevent anything.</p>
    </>
  )
}
