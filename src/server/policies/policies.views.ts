import type { PolicySlug } from '#domain/policies/policy.ts'
import type { Version } from '#server/platform/versions/version-editor.ts'

export type PolicyToEdit = {
  slug: PolicySlug
  /** Initial text of the editor: the draft, or else the published version. */
  markdown: string
  version: string
  hasDraft: boolean
  versions: Version<string>[]
}
