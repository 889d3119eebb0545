import type { ReactNode } from 'react'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { RETENTION } from '#domain/time/retention.ts'
import type { CardForm } from './card-form.ts'

const SQUARE_PRIVACY = 'https://squareup.com/us/en/legal/general/privacy'

/** What the software does with data, true by construction in the current configuration. */
export function PrivacyFacts({ shop, cardForm }: { shop: ShopFacts; cardForm: CardForm }) {
  return (
    <>
      <h3>Your card</h3>
      <p>
        You type it into a form that belongs to our payment provider, Square. The number never reaches our server. We
        keep the brand, the last four digits, and a code that tells us whether the same card was declined before.
      </p>
      <h3>What pages load, and from whom</h3>
      <p>
        While you browse, everything a page loads comes from this shop. It sets no cookie, there are no trackers, and
        your cart, a discount code you opened, the state you ship to, your skin profile if you save one, and a note that
        you have ordered stay in your browser. Only when you open the checkout does the page load something from others:
      </p>
      <ul>
        <CheckoutParties cardForm={cardForm} />
      </ul>
      <p>
        We sell and share nothing, so there is nothing that a Global Privacy Control signal would have to switch off. We
        say so to machines, too, in <a href="/.well-known/gpc.json">gpc.json</a>.
      </p>
      <h3>Who gets your address</h3>
      <p>
        The carrier that brings your order gets your name and address. If we buy the shipping label online, EasyPost
        gets them, too.
      </p>
      <h3>What is stored, and for how long</h3>
      <ul>
        <li>
          An order, with the name, address, email, and phone number you gave: we keep it as long as tax law requires.
        </li>
        <li>A review, published or not: until it is deleted. Your email and order number are never shown.</li>
        <li>
          A newsletter address: until you ask us to delete it. Unsubscribing takes one click in any email, without a
          login; we then remember the address only so that we don’t email it again.
        </li>
        <li>The picture of a shipping label: {RETENTION['label-images'].keptDays} days.</li>
        <li>Our notes about your orders or preferences, such as “rings twice”: until you ask us to delete it.</li>
        <li>An email we sent you: {RETENTION['settled-mails'].keptDays} days.</li>
        <li>
          Your network address: never as it is. We store a scrambled form of it that cannot be read back without our
          key. It slows down abuse and is deleted within a day or two, except for the one that stays with a payment.
        </li>
      </ul>
      <h3>Asking and deleting</h3>
      <p>
        Write to <a href={`mailto:${shop.email}`}>{shop.email}</a> from the address in question.
      </p>
    </>
  )
}

function CheckoutParties({ cardForm: { provider, host, hasWallets } }: { cardForm: CardForm }): ReactNode {
  if (provider === 'emulator') {
    return (
      <li>
        This is a test shop. Instead of Square’s card form it loads an imitation from {host}, where no real card is
        charged.
      </li>
    )
  }
  return (
    <>
      <li>
        Square: the card form and its script, from {host}. What you type into the form goes straight to Square, along
        with what Square learns about your browser to detect fraud. Square may set cookies of its own there; see{' '}
        <a href={SQUARE_PRIVACY} rel="noreferrer">
          Square’s privacy notice
        </a>
        . {provider === 'sandbox' && 'This shop uses Square’s sandbox, where no real card is charged.'}
      </li>
      <li>The typeface of that form: from Square’s servers and from cloudfront.net, which belongs to Amazon.</li>
      <li>Sentry (ingest.sentry.io): receives the errors of Square’s script on behalf of Square.</li>
      <li>
        Your bank, or a company that works for it: recognizes your browser, and if it asks you to confirm the payment,
        it does so in a frame of its own.
      </li>
      {hasWallets && (
        <li>
          Google (pay.google.com, gstatic.com): the Google Pay button, where your browser offers it. Apple Pay is part
          of the browser and loads nothing until you choose it.
        </li>
      )}
    </>
  )
}
