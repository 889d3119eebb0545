import { micromark } from 'micromark'
import type { PolicySlug } from '#domain/policies/policy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { remember } from '#server/platform/remember.ts'
import { findPublishedPolicy, listPublicationTimes } from './policies.queries.ts'

export type Policy = { html: string; publishedAt: Date }

export function createPolicyService({ orm }: Database) {
  /** Used by every product page. */
  const publicationTimes = remember(() => listPublicationTimes(orm))
  return {
    /** Called when a policy is published. */
    invalidate: publicationTimes.invalidate,

    async findPublished(slug: PolicySlug): Promise<Policy | undefined> {
      const policy = await findPublishedPolicy(orm, slug)
      return policy && { html: toSafeHtml(policy.markdown), publishedAt: policy.publishedAt }
    },

    /** When its current version was published; undefined if there isn't one yet. */
    publishedAt: async (slug: PolicySlug): Promise<Date | undefined> => (await publicationTimes.get()).get(slug),
  }
}

/** By default, micromark escapes raw HTML and drops javascript: URLs; keep the defaults. */
export function toSafeHtml(markdown: string): string {
  return micromark(markdown)
}
