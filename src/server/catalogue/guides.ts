import { plainWords } from '#domain/catalogue/search-terms.ts'
import { paths } from '#web/paths.ts'

export type Guide = { name: string; path: string }

/** Pages that answer a question rather than sell, and the words that find them. */
const GUIDES: readonly { name: string; path: string; words: string }[] = [
  {
    name: 'Skin finder: four questions',
    path: paths.skinFinder(),
    words:
      'skin finder quiz which choose choosing help questions sensitive dry oily right recommend routine men women unisex',
  },
  {
    name: 'Compare oils side by side',
    path: paths.compare(),
    words: 'compare comparison comparing difference versus',
  },
  {
    name: 'Routine guide: six steps',
    path: paths.routineGuide(),
    words: 'routine guide steps order layer layering how apply use morning night cleanse beginner',
  },
  {
    name: 'Product guide: each oil in a sentence',
    path: paths.productGuide(),
    words: 'product guide which choose choosing help difference',
  },
  {
    name: 'Ingredient glossary',
    path: paths.ingredients(),
    words: 'ingredient ingredients glossary inci contains allergy allergies allergen vegan',
  },
  {
    name: 'All oils, highest rated first',
    path: paths.shopAll({ sort: 'rating' }),
    words: 'best seller sellers selling bestseller bestsellers bestselling most popular top highest rated favorites',
  },
  {
    name: 'Shipping and returns',
    path: paths.policy('shipping-returns'),
    words:
      'shipping ship delivery deliver return returns refund exchange cost free policy international internationally',
  },
  {
    name: 'How our reviews work',
    path: paths.ourReviews(),
    words: 'reviews review real fake verified moderated stars rating',
  },
  {
    name: 'Accessibility',
    path: paths.accessibility(),
    words: 'accessibility accessible keyboard screen reader blind',
  },
  { name: 'Track an order', path: paths.order(), words: 'track tracking order orders package where' },
  { name: 'Contact us', path: paths.contact(), words: 'contact email phone call wholesale' },
]

const FAQ = { name: 'Questions and answers', path: paths.faq(), words: 'faq questions answers help store' }

/** What shoppers call what a question of the FAQ is about. A question with one of the words is found by the others. */
const SAME: readonly string[] = [
  'pregnant pregnancy expecting nursing breastfeeding postpartum maternity',
  'expire expires expired expiration expiry shelf life keep stale last',
  'outside international internationally abroad overseas worldwide canada mexico uk europe australia country',
  'ship shipping shipped delivery deliver',
  'return returns refund refunds exchange',
  'gift card cards giftcard giftcards certificate certificates voucher vouchers',
  'discount discounts code codes coupon coupons promo voucher',
  'patch test reaction allergy allergies sensitive',
]

/** Besides every word of one or two letters. */
const FILLERS = new Set(
  'and any are can does face for from have how much oil oils our skin the this use what when while with you your'.split(
    ' ',
  ),
)
const GUIDE_FILLERS = new Set('and are can does for have the what when you your'.split(' '))
const SHORTEST_STEM = 4

/**
 * Pages and questions that match every typed word that says something; words may be incomplete. Questions are the FAQ's
 * own, so no search leads to an answer that isn't there.
 */
export function findGuides(typed: readonly string[], questions: readonly string[], limit: number): Guide[] {
  const pages = questions.length > 0 ? [...GUIDES, FAQ] : GUIDES
  return [
    ...pages.filter(({ words }) => isAbout(words.split(' '), typed, GUIDE_FILLERS)),
    ...questions.flatMap((question, index) =>
      isAbout(wordsOf(question), typed, FILLERS) ? [{ name: question, path: paths.faq(index) }] : [],
    ),
  ]
    .slice(0, limit)
    .map(({ name, path }) => ({ name, path }))
}

function wordsOf(question: string): string[] {
  const words = plainWords(question).filter((word) => !isFiller(word, FILLERS))
  const same = SAME.map((group) => group.split(' ')).filter((group) => group.some((word) => words.includes(word)))
  return [...words, ...same.flat()]
}

function isAbout(words: readonly string[], typed: readonly string[], fillers: ReadonlySet<string>): boolean {
  const telling = typed.filter((word) => !isFiller(word, fillers))
  return telling.length > 0 && telling.every((word) => words.some((known) => isSame(word, known)))
}

function isFiller(word: string, fillers: ReadonlySet<string>): boolean {
  return word.length <= 2 || fillers.has(word)
}

/** “Retur” and “returned” are about a return. */
function isSame(typed: string, known: string): boolean {
  return known.startsWith(typed) || (known.length >= SHORTEST_STEM && typed.startsWith(known))
}
