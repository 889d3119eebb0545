import { POLICY_SLUGS, type PolicySlug } from '#domain/policies/policy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createVersionEditor } from '#server/platform/versions/version-editor.ts'
import { toSafeHtml } from './policies.service.ts'
import type { PolicyToEdit } from './policies.views.ts'
import { policyStore } from './policy-editor.queries.ts'

const LONGEST = 100_000
/** Placeholders that the shipped drafts leave for the owner to decide. */
const OPEN_BRACKET = /\[[^\]\n]{1,80}\](?!\()/

export type PolicyEditor = ReturnType<typeof createPolicyEditor>

export function createPolicyEditor({ orm }: Database, now: () => Date) {
  const { find, saveDraft, publish, restore } = createVersionEditor<PolicySlug, string>({
    orm,
    subject: 'policy',
    store: policyStore,
    initial: '',
    draftProblem: (markdown) =>
      markdown === '' || markdown.length > LONGEST ? `Write between 1 and ${LONGEST} characters.` : undefined,
    publishProblem: (markdown) => {
      const open = OPEN_BRACKET.exec(markdown)?.[0]
      return open === undefined ? undefined : `${open} is still to be decided. Replace it, then publish.`
    },
    now,
  })

  async function findPolicy(slug: PolicySlug): Promise<PolicyToEdit> {
    const { content, ...rest } = await find(slug)
    return { slug, markdown: content, ...rest }
  }

  return {
    list: () => Promise.all(POLICY_SLUGS.map(findPolicy)),
    find: findPolicy,
    preview: toSafeHtml,
    saveDraft,
    publish,
    restore,
  }
}
