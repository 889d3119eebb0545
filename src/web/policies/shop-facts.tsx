import type { ShopFacts } from '#contract/shop-facts.ts'
import { formatTaxRate, taxedStates } from '#domain/money/rates.ts'
import { shippingPolicy } from '#domain/money/shipping-sentences.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { useRates } from '#web/ui/use-rates.ts'

/** Facts of the software, true by construction; promises in the owner's name are the owner's to publish. */
export function ShippingFacts() {
  const { shipping, tax } = useRates()
  const states = taxedStates(tax)
  return (
    <>
      <h3>Shipping</h3>
      <p>We ship within the United States. {shippingPolicy(shipping)}</p>
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

export function PrivacyFacts({ shop }: { shop: ShopFacts }) {
  return (
    <>
      <h3>Your card</h3>
      <p>
        You type it into a form that belongs to our payment provider, Square. The number never reaches our server; we
        keep the brand and the last four digits.
      </p>
      <h3>No trackers</h3>
      <p>
        No page loads anything from anybody else, no cookie is needed to browse, and nobody is followed. Your cart stays
        in your browser. A Global Privacy Control signal changes nothing, because there is nothing to opt out of; we say
        so to machines, too, in <a href="/.well-known/gpc.json">gpc.json</a>.
      </p>
      <h3>What is stored, and for how long</h3>
      <ul>
        <li>An order, with the name and address it goes to: for as long as tax law asks.</li>
        <li>A review you write: as long as it is published. Your email and order number are never shown.</li>
        <li>A newsletter address: until you unsubscribe, which takes one click in any letter, without a login.</li>
        <li>The address of a visitor’s connection: in memory, for minutes, to slow down abuse.</li>
      </ul>
      <h3>Asking and deleting</h3>
      <p>
        Write to <a href={`mailto:${shop.email}`}>{shop.email}</a> from the address in question.
      </p>
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
