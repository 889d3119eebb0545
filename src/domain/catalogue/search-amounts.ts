import { TOP_RATED } from './product-filter.ts'
import { readSize } from './size-in-words.ts'
import type { Size } from './sizes.ts'

export type PriceRange = { minCents?: number; maxCents?: number }

/** The numbers of a search. */
export type Amounts = {
  price: PriceRange | undefined
  size: Size | undefined
  /** At least this many stars on average. */
  minRating: number | undefined
}

/** Takes the numbers out of a search. Sizes and stars come first, because “under $40 and 2oz” isn't a range of prices. */
export function takeAmounts(text: string): Amounts & { rest: string } {
  const sized = takeSize(text)
  const rated = takeRating(sized.rest)
  const priced = takePrice(rated.rest)
  return { price: priced.price, size: sized.size, minRating: rated.minRating, rest: priced.rest }
}

const MAX_CENTS = 1_000_000
const NUMBER = String.raw`((?:\d{1,3}(?:,\d{3})+|\d{1,5})(?:\.\d{1,2})?)`
const MONEY = String.raw`\s*(?:\$|dollars?|usd|bucks?)`
const AMOUNT = String.raw`\$?\s*${NUMBER}(?:${MONEY})?`
/** A number alone may be an age or a count. */
const PLAIN_AMOUNT = String.raw`(?:\$\s*${NUMBER}(?:${MONEY})?|${NUMBER}${MONEY})`
const RANGE = String.raw`\s*(?:-|–|to|and)\s*`
const NOT = String.raw`\b(?:no|not|nothing)\s+(?:be\s+|cost\s+)?`
const MORE_THAN = '(?:over|above|more than)'

const BETWEEN_PRICES = new RegExp(
  `between\\s*${AMOUNT}${RANGE}${AMOUNT}|\\$\\s*${NUMBER}(?:${MONEY})?${RANGE}${AMOUNT}|\\b${NUMBER}${RANGE}${NUMBER}${MONEY}`,
)
const UNDER = new RegExp(
  String.raw`(?:\b(?:under|below|less than|up to|max|at most|cheaper than)|${NOT}${MORE_THAN}|<)\s*${AMOUNT}`,
)
const OR_LESS = new RegExp(String.raw`${AMOUNT}\s*(?:(?:and|or|&)\s*(?:under|below|less|cheaper)|max(?:imum)?)\b`)
const OVER = new RegExp(String.raw`(?:\b(?:(?<!${NOT})${MORE_THAN}|at least|from)|>)\s*${PLAIN_AMOUNT}`)
const OR_MORE = new RegExp(String.raw`${PLAIN_AMOUNT}\s*(?:\+|(?:and|or|&)\s*(?:over|above|more|up)\b)`)
const ALONE = new RegExp(PLAIN_AMOUNT)

function takePrice(text: string): { price: PriceRange | undefined; rest: string } {
  const between = BETWEEN_PRICES.exec(text)
  if (between) {
    const [one, other] = amountsOf(between)
    const price = { minCents: Math.min(one, other), maxCents: Math.max(one, other) }
    return { price, rest: cutOut(text, between) }
  }
  const over = OVER.exec(text) ?? OR_MORE.exec(text)
  const rest = over ? cutOut(text, over) : text
  const under = OR_LESS.exec(rest) ?? UNDER.exec(rest) ?? (over ? null : ALONE.exec(rest))
  if (!under && !over) return { price: undefined, rest: text }
  const price = {
    ...(over && { minCents: amountsOf(over)[0] }),
    ...(under && { maxCents: amountsOf(under)[0] }),
  }
  return { price, rest: under ? cutOut(rest, under) : rest }
}

/** In cents; a pattern has a group for each way to write an amount. */
function amountsOf(match: RegExpExecArray): [first: number, second: number] {
  const [first = 0, second = 0] = match.slice(1).flatMap((dollars) => (dollars ? [toCents(dollars)] : []))
  return [first, second]
}

function toCents(dollars: string): number {
  return Math.min(Math.round(Number(dollars.replaceAll(',', '')) * 100), MAX_CENTS)
}

const MEASURE = /\b\d+(?:\.\d+)?[\s-]*(?:fl\.?[\s-]*)?(?:oz|ounces?|ml)\b\.?/
const TRAVEL = /\b(?:travel|mini|sample)(?: |-)?(?:size[ds]?|bottles?)?\b/

function takeSize(text: string): { size: Size | undefined; rest: string } {
  const measure = MEASURE.exec(text)
  const size = measure && readSize(measure[0])
  if (size) return { size, rest: cutOut(text, measure) }
  const travel = TRAVEL.exec(text)
  return travel ? { size: '1oz', rest: cutOut(text, travel) } : { size: undefined, rest: text }
}

const STARS =
  /(?:\b(?:at least|minimum|over|above|more than)\s+)?\b([1-5](?:\.\d)?|one|two|three|four|five)\s*\+?[\s-]*(?:or more\s+|and up\s+|plus\s+)?stars?\b(?:[\s-]*(?:rated|ratings?|reviewed|reviews?|average)\b)?(?:\s*(?:\+|(?:and|or) (?:up|more|above|better|higher)\b))?/
const TOP = /\b(?:top|highly|highest|best|well)[\s-]+(?:rated|reviewed)\b|\b(?:good|great|best) (?:reviews|ratings?)\b/
const IN_WORDS = ['one', 'two', 'three', 'four', 'five']
/** Hardly any average is five stars; from here on it rounds to them. */
const FIVE_STARS = 4.5

function takeRating(text: string): Pick<Amounts, 'minRating'> & { rest: string } {
  const stars = STARS.exec(text)
  const [, said = ''] = stars ?? []
  if (stars) {
    const count = Number(said) || IN_WORDS.indexOf(said) + 1
    return { minRating: Math.min(count, FIVE_STARS), rest: cutOut(text, stars) }
  }
  const top = TOP.exec(text)
  return top ? { minRating: TOP_RATED, rest: cutOut(text, top) } : { minRating: undefined, rest: text }
}

function cutOut(text: string, match: RegExpExecArray): string {
  return text.replace(match[0], ' ')
}
