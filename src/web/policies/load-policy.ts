import type { PolicySlug } from '#domain/policies/policy.ts'
import { longDate } from '#domain/time/display.ts'
import type { PageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'

/** What the owner has published, as HTML that is safe to show; undefined as long as there is nothing. */
export async function loadPolicy({ services, share, shop }: PageContext, slug: PolicySlug) {
  share(paths.policy(slug), 'policies')
  const policy = await services.policies.findPublished(slug)
  return { shop, policy: policy && { html: policy.html, date: longDate(policy.publishedAt) } }
}
