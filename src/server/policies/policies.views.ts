import type { PolicySlug } from '#domain/policies/policy.ts'

export type PolicyToEdit = {
  slug: PolicySlug
  /** What the field begins with: the draft, or else what is published. */
  markdown: string
  version: string
  hasDraft: boolean
  versions: PolicyVersion[]
}

export type PolicyVersion = {
  id: string
  slug: string
  bodyMarkdown: string
  /** Null for the drafts the shop was shipped with. */
  author: string | null
  createdAt: Date
  changedAt: Date
  publishedAt: Date | null
}
