import { POLICIES, type PolicySlug } from '#domain/policies/policy.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { toSafeHtml } from './policies.service.ts'
import type { PolicyToEdit } from './policies.views.ts'
import {
  findDraft,
  findVersion,
  insertDraft,
  listVersions,
  lockPolicy,
  markPublished,
  updateDraft,
} from './policy-editor.queries.ts'

export type PolicyResult =
  | { ok: true }
  | { ok: false; code: 'not_found' | 'nothing_to_publish' }
  | { ok: false; code: 'invalid'; message: string }
  | { ok: false; code: 'changed'; current: string }

const LONGEST = 100_000
/** Placeholders that the shipped drafts leave for the owner to decide. */
const OPEN_BRACKET = /\[[^\]\n]{1,80}\](?!\()/

export type PolicyEditor = ReturnType<typeof createPolicyEditor>

/** One draft at a time; published versions never change, and can be restored as a draft. */
export function createPolicyEditor({ orm }: Database, now: () => Date) {
  async function read(from: Orm, slug: PolicySlug): Promise<PolicyToEdit> {
    const versions = await listVersions(from, slug)
    const draft = await findDraft(from, slug)
    const markdown = (draft ?? versions[0])?.bodyMarkdown ?? ''
    return { slug, markdown, version: versionToken(markdown), hasDraft: draft !== undefined, versions }
  }

  function withPolicy(slug: PolicySlug, work: (tx: Orm) => Promise<PolicyResult>): Promise<PolicyResult> {
    return orm.transaction(async (tx) => {
      await lockPolicy(tx, slug)
      return work(tx)
    })
  }

  async function storeDraft(tx: Orm, slug: PolicySlug, markdown: string, action: string, actor: Actor): Promise<void> {
    const draft = await findDraft(tx, slug)
    if (draft?.bodyMarkdown === markdown) return
    if (draft) await updateDraft(tx, draft.id, markdown, actor.actor)
    else await insertDraft(tx, slug, markdown, actor.actor)
    const before = draft?.bodyMarkdown ?? null
    await addAudit(tx, { ...actor, action, subjectKind: 'policy', subjectId: slug, before, after: markdown })
  }

  return {
    list: () => Promise.all(Object.keys(POLICIES).map((slug) => read(orm, slug as PolicySlug))),
    find: (slug: PolicySlug): Promise<PolicyToEdit> => read(orm, slug),
    preview: toSafeHtml,

    saveDraft: (slug: PolicySlug, markdown: string, expectedVersion: string, actor: Actor): Promise<PolicyResult> =>
      withPolicy(slug, async (tx) => {
        if (markdown === '' || markdown.length > LONGEST)
          return { ok: false, code: 'invalid', message: `Write between 1 and ${LONGEST} characters.` }
        const current = await read(tx, slug)
        if (current.version !== expectedVersion) return { ok: false, code: 'changed', current: current.markdown }
        await storeDraft(tx, slug, markdown, 'policy.draft', actor)
        return { ok: true }
      }),

    /** Publishes the draft only if it still has the expected version. */
    publish: (slug: PolicySlug, expectedVersion: string, actor: Actor): Promise<PolicyResult> =>
      withPolicy(slug, async (tx) => {
        const draft = await findDraft(tx, slug)
        if (!draft) return { ok: false, code: 'nothing_to_publish' }
        if (versionToken(draft.bodyMarkdown) !== expectedVersion)
          return { ok: false, code: 'changed', current: draft.bodyMarkdown }
        const open = OPEN_BRACKET.exec(draft.bodyMarkdown)?.[0]
        if (open !== undefined)
          return { ok: false, code: 'invalid', message: `${open} is still to be decided. Replace it, then publish.` }
        const before = (await listVersions(tx, slug)).find(({ publishedAt }) => publishedAt)?.bodyMarkdown ?? null
        await markPublished(tx, draft.id, now())
        const entry = { action: 'policy.publish', subjectKind: 'policy', subjectId: slug }
        await addAudit(tx, { ...actor, ...entry, before, after: draft.bodyMarkdown })
        return { ok: true }
      }),

    /** Makes an older version the draft; publishing it is a separate step. */
    restore: (slug: PolicySlug, versionId: string, actor: Actor): Promise<PolicyResult> =>
      withPolicy(slug, async (tx) => {
        const version = await findVersion(tx, slug, versionId)
        if (!version) return { ok: false, code: 'not_found' }
        await storeDraft(tx, slug, version.bodyMarkdown, 'policy.restore', actor)
        return { ok: true }
      }),
  }
}
