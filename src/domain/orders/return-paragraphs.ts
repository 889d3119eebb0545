import { returnLine, type ReturnTerms } from './return-terms.ts'

/** The full text, in paragraphs. Damaged or wrong items are always replaced or refunded, whatever the terms. */
export function returnParagraphs(terms: ReturnTerms): string[] {
  const { takesOpened, shopPays } = terms
  return [
    `${returnLine(terms)} of delivery for a refund of what you paid for them. ${
      takesOpened ? '' : 'For hygiene, we can’t take back opened bottles unless something is wrong with them. '
    }${shopPays ? 'We pay for return shipping.' : 'You pay for return shipping.'}`,
    'Email us before you send anything back, with your order number. We’ll tell you where to send it. When the package is here, we refund your original payment method and email you; banks usually take 2 to 7 business days.',
    'If something arrives broken, or isn’t what you ordered, email us a picture. We’ll replace it or refund you, and you don’t need to send it back.',
  ]
}
