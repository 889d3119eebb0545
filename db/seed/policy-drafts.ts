import type { PolicySlug } from '#domain/policies/policy.ts'

/**
 * Starting points for the owner, stored as unpublished drafts. What's in [brackets] is a decision only the owner can
 * make; a lawyer should read the rest.
 */
export const policyDrafts: Record<PolicySlug, string> = {
  'privacy-policy': `## Who we are

Bloomera, [legal name and postal address]. Write to [e-mail] about anything on this page.

## What we store

- **Orders:** name, e-mail, delivery address, phone if you give one, what you bought and what you paid. Kept for [seven] years, because tax law requires it.
- **Newsletter:** your e-mail address, when you signed up and where on the site. Kept until you unsubscribe.
- **Reviews:** what you write, the name you sign with and, if you give them, your town, e-mail and order number. The last two are never shown.

## What we do not store

Card numbers. You type them into a form that belongs to our payment provider, Square; we keep the brand and the last four digits.

## Who else sees it

- Square, to take the payment.
- [Carrier], to deliver the package.
- [E-mail provider], to send order mail and the newsletter.

We do not sell, rent or share personal data, and no page carries a tracker. A Global Privacy Control signal is honored because there is nothing to opt out of.

## Your rights

Ask what we hold, ask us to correct it, ask us to delete it. We answer within [30] days. Orders stay as long as tax law requires.
`,
  'terms-of-service': `## Buying from us

An order is accepted when the payment has gone through and you have received a confirmation. Prices are in US dollars; tax and shipping are shown before you pay. We ship within the United States.

## If something is wrong with an order

If we cannot send what you bought, we tell you and refund it. [How long an order can be canceled.]

## The products

Our oils are cosmetics for the look and feel of skin and hair. They do not treat or prevent any condition. Read the ingredients, test on a small patch first, and stop if your skin objects.

## Reviews

Anyone can write one. We check for abuse, spam and personal data of others before we publish; we never hide critical ones, and nothing in these terms forbids an honest opinion.

## Liability and law

[Limits of liability, governing law and venue.]
`,
  'shipping-returns': `## Shipping

Orders leave within [two] business days, by [carrier]; delivery usually takes [three to five] business days. Shipping costs $9.99 and is free over $75, before any discount. If an order will be late, we’ll email you, and you can cancel it for a full refund.

## Returns

[Unopened bottles may be returned within 30 days of delivery. You pay / we pay the return shipping.] For hygiene, opened bottles are [not] taken back, unless something is wrong with them.

## Damaged or wrong

Send us a picture within [14] days. We’ll replace or refund it, and you don’t need to send the bottle back.

## Refunds

Go to the card you paid with, within [five] business days of our decision; your bank may take a little longer.
`,
}
