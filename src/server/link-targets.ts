import { POLICIES, POLICY_SLUGS } from '#domain/policies/policy.ts'
import { paths } from '#web/paths.ts'
import type { Services } from './services.ts'

/** Pages of the shop that a link in a text can lead to, with their names. */
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
    [paths.order(), 'Track an order'],
    ...POLICY_SLUGS.map((slug) => [paths.policy(slug), POLICIES[slug]] as const),
  ]
}
