import type { Rates, ShippingRate } from './rates.ts'

const AMOUNT = /\$\s?(\d[\d,]*(?:\.\d\d)?)/g
const PERCENTAGE = /(\d{1,2}(?:\.\d{1,2})?)\s?%/g

/** The first amount that a text wrongly calls the price of shipping or the limit for free shipping. */
export function wrongShipping(text: string, { flatCents, freeFromCents }: ShippingRate): string | undefined {
  const right = new Set([flatCents, freeFromCents])
  return sentencesAbout(text, /\b(?:free )?(?:shipping|ships?|delivery|delivered)\b/i)
    .flatMap((sentence) => [...sentence.matchAll(AMOUNT)])
    .find(([, amount = '']) => !right.has(Math.round(Number(amount.replaceAll(',', '')) * 100)))?.[0]
}

/** The first percentage that a text calls sales tax although no state has that rate. */
export function wrongTax(text: string, { tax }: Pick<Rates, 'tax'>): string | undefined {
  const right = new Set(Object.values(tax))
  return sentencesAbout(text, /\btax/i)
    .flatMap((sentence) => [...sentence.matchAll(PERCENTAGE)])
    .find(([, percent = '']) => !right.has(Math.round(Number(percent) * 100)))?.[0]
}

/** A period within a number doesn't end a sentence. */
function sentencesAbout(text: string, subject: RegExp): string[] {
  return text.split(/[.!?;](?=\s|$)|\n/).filter((sentence) => subject.test(sentence))
}
