import { paths } from '#web/paths.ts'

/** Pages that answer a question rather than sell, and the words that find them. */
const GUIDES: readonly { name: string; path: string; words: string }[] = [
  {
    name: 'Skin finder: four questions',
    path: paths.skinFinder(),
    words: 'skin finder quiz which choose choosing help questions sensitive dry oily right recommend routine',
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
    name: 'Questions and answers',
    path: paths.faq(),
    words: 'faq questions patch test sensitive pregnant expiration shelf life store',
  },
  {
    name: 'Shipping and returns',
    path: paths.policy('shipping-returns'),
    words: 'shipping ship delivery deliver return returns refund exchange cost free',
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

/** Besides every word of one or two letters. */
const FILLERS = new Set(['and', 'are', 'can', 'does', 'for', 'have', 'the', 'what', 'when', 'you', 'your'])

/** Guides that match every typed word that says something; words may be incomplete. */
export function findGuides(typed: readonly string[], limit: number): { name: string; path: string }[] {
  const telling = typed.filter((word) => word.length > 2 && !FILLERS.has(word))
  if (telling.length === 0) return []
  return GUIDES.filter(({ words }) => telling.every((word) => isIn(word, words)))
    .slice(0, limit)
    .map(({ name, path }) => ({ name, path }))
}

function isIn(typed: string, words: string): boolean {
  return words.split(' ').some((word) => word.startsWith(typed))
}
