import { POLICIES, POLICY_SLUGS } from '#domain/policies/policy.ts'
import { paths } from '#web/paths.ts'
import { DOCUMENTS } from './documents.ts'
import { resolvePageAddress } from './page-address.ts'
import type { Services } from './services.ts'

/** Pages of the shop that a text can link to, with their names. */
export function createLinkTargets(collections: Services['collections']) {
  return async (): Promise<(readonly [address: string, label: string])[]> => [
    [paths.home(), 'Home'],
    [paths.shopAll(), 'All products'],
    ...(await collections.menu()).map(({ slug, name }) => [paths.collection(slug), name] as const),
    [paths.routineGuide(), 'Routine Guide'],
    [paths.productGuide(), 'Product Guide'],
    [paths.ingredients(), 'Ingredients'],
    [paths.reviews(), 'Reviews'],
    [paths.about(), 'About'],
    [paths.contact(), 'Contact'],
    [paths.faq(), 'Questions & Answers'],
    [paths.ourReviews(), 'How our reviews work'],
    [paths.accessibility(), 'Accessibility'],
    [paths.order(), 'Track an order'],
    ...POLICY_SLUGS.map((slug) => [paths.policy(slug), POLICIES[slug]] as const),
  ]
}

/** Files that the shop serves besides its pages. */
const FILES = /^\/(?:uploads|pictures|botanicals|share)\/./

/** Returns true if there is something at this path of the shop, or a redirect. */
export function createFindsPage({ catalog, collections, texts }: Pick<Services, 'catalog' | 'collections' | 'texts'>) {
  return async (to: string): Promise<boolean> => {
    const [path = ''] = to.split(/[?#]/, 1)
    if (FILES.test(path) || Object.hasOwn(DOCUMENTS, path)) return true
    const target = resolvePageAddress(path)
    if (target.kind === 'missing') return false
    const { slug, ingredient, collection } = target.params
    if (slug !== undefined) return (await catalog.listIds()).includes(slug)
    if (ingredient !== undefined) return (await catalog.listIngredientSlugs()).includes(ingredient)
    if (collection !== undefined) return collections.mayExist(collection)
    return target.address !== paths.faq() || texts.page('faq').words.questions.questions.length > 0
  }
}
