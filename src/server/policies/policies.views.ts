import type { PolicySlug } from '#domain/policies/policy.ts'

export type PolicyToEdit = {
  slug: PolicySlug
  /** Initial text of the editor: the draft, or else the published version. */
  markdown: string
  version: string
  hasDraft: boolean
  versions: PolicyVersion[]
}

export type PolicyVersion = {
  id: string
  slug: string
  bodyMarkdown: string
  /** Null for the drafts shipped with the shop. */
  author: string | null
  createdAt: Date
  changedAt: Date
  publishedAt: Date | null
}
