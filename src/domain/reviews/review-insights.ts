import type { PublicReview } from './review.ts'

/** Quotes and topics come from this many of a product's newest reviews, so a page's cost is bounded. */
export const INSIGHT_REVIEWS = 100
const MOST_MENTIONS = 5
const FEWEST_MENTIONS = 2
const LONGEST_QUOTE = 170

/**
 * What reviews of oils are about. The names take no side, because a review that praises the scent and one that complains
 * about it both mention it.
 */
const TOPICS: Readonly<Record<string, RegExp>> = {
  Scent: /\b(un)?scent(s|ed)?\b|\bsmell(s|ed|ing|y)?\b|\bfragran(ce|t)\b|\bperfum(e|ed|ey)\b/i,
  'How it sinks in': /\bsink(s|ing)?\b|\bsank\b|\babsorb(s|ed|ing)?\b|\bsoak(s|ed)? in\b|\btakes a minute\b/i,
  'Dry skin': /\bdry(ness)?\b|\bflak(y|es)\b|\btight(ness)?\b|\bchapped\b/i,
  'Cold weather': /\bwinters?\b|\bcold\b|\bheat(ing|er)\b/i,
  'Under makeup': /\bmakeup\b|\bfoundation\b|\bprimer\b|\bconcealer\b/i,
  'Sensitive skin': /\bsensitive\b|\breact(s|ed|ion)?\b|\birritat(ed|ion)\b|\bstings?\b/i,
  Price: /\bpric(e|es|ey)\b|\bexpensive\b|\bcheap(er)?\b|\bworth (it|the money|every)\b|\$\d/i,
  'Stains on fabric': /\bstain(s|ed)?\b|\bpillowcases?\b|\bwhite (shirt|towel|collar)\b/i,
  'Shine and slick': /\bgreas[ey]+\b|\bslick\b|\bsticky\b|\bshin[ey]+\b/i,
  'How long it lasts': /\blast(s|ed)\b|\ba few drops\b|\bgoes a long way\b|\b(two|three|four|five) drops\b/i,
  'At night': /\bnights?\b|\bevenings?\b|\bbed(time)?\b/i,
  Hair: /\bhair\b|\bfrizz\b|\bscalp\b|\bcurls?\b/i,
  Hands: /\bhands?\b|\bcuticles?\b|\bnails?\b/i,
  'As a gift': /\bgifts?\b|\bbirthday\b|\bgave (it|this|one) to\b/i,
}

export type Mention = { topic: string; count: number }
export type Quote = Pick<PublicReview, 'id' | 'rating' | 'reviewer' | 'reviewerLocation' | 'isVerified'> & {
  text: string
}
/** `reviewCount` is how many reviews the mentions and the verified ones were counted in. */
export type ReviewInsights = { quotes: Quote[]; mentions: Mention[]; reviewCount: number; verifiedCount: number }

/** What's shown next to the button that opens the reviews, taken from the newest ones. */
export function insightsOf(newest: readonly PublicReview[]): ReviewInsights {
  const read = newest.slice(0, INSIGHT_REVIEWS)
  const verifiedCount = read.filter(({ isVerified }) => isVerified).length
  return { quotes: chooseQuotes(read), mentions: countMentions(read), reviewCount: read.length, verifiedCount }
}

/** The topics that several reviews mention, most often mentioned first. */
export function countMentions(reviews: readonly Pick<PublicReview, 'title' | 'body'>[]): Mention[] {
  return Object.entries(TOPICS)
    .map(([topic, words]) => ({
      topic,
      count: reviews.filter(({ title, body }) => words.test(`${title}\n${body}`)).length,
    }))
    .filter(({ count }) => count >= FEWEST_MENTIONS)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_MENTIONS)
}

/** A positive and a critical review, if there are any: verified buyers first, then the newest. */
export function chooseQuotes(reviews: readonly PublicReview[]): Quote[] {
  const byTrust = reviews.toSorted((one, other) => Number(other.isVerified) - Number(one.isVerified))
  const warm = byTrust.find(({ rating }) => rating >= 4)
  const critical = byTrust.find(({ rating }) => rating <= 3)
  return [warm, critical].flatMap((review) => (review ? [toQuote(review)] : []))
}

function toQuote({ id, rating, reviewer, reviewerLocation, isVerified, body }: PublicReview): Quote {
  return { id, rating, reviewer, reviewerLocation, isVerified, text: shorten(body) }
}

/** Verbatim: as many of its first sentences as fit. Only a very long first sentence is cut, with a mark. */
export function shorten(body: string): string {
  // Untrusted input, so avoid backtracking: a long run of dots took a second.
  const [first = '', ...rest] = body
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”’)]*) /)
  if (first.length > LONGEST_QUOTE) {
    const lastSpace = first.lastIndexOf(' ', LONGEST_QUOTE - 1)
    return `${first.slice(0, lastSpace > 0 ? lastSpace : LONGEST_QUOTE)}…`
  }
  let text = first
  for (const sentence of rest) {
    if (text.length + 1 + sentence.length > LONGEST_QUOTE) break
    text += ` ${sentence}`
  }
  return text
}
