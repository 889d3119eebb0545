import type { VersionedKind, VersionStep } from '#domain/operators/activity.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'

export type Version<Content> = {
  id: string
  content: Content
  /** Null if nobody wrote it here: a default text, or one restored from the log. */
  author: string | null
  createdAt: Date
  changedAt: Date
  /** Null for the draft; in the future if it is scheduled. */
  publishedAt: Date | null
}

export type VersionsToEdit<Content> = {
  /** What the editor starts with: the draft, or else what is published. */
  content: Content
  version: string
  hasDraft: boolean
  /** The draft first, then the newest. */
  versions: Version<Content>[]
}

export type VersionResult<Content> =
  /** `auditId` is undefined if nothing changed. */
  | { ok: true; auditId: number | undefined }
  | { ok: false; code: 'not_found' | 'nothing_to_publish' }
  | { ok: false; code: 'invalid'; message: string }
  /** Another operator saved first. */
  | { ok: false; code: 'changed'; current: Content }

export type VersionStore<Key extends string, Content> = {
  /** Locks out other editors until the transaction ends. */
  lock: (tx: Orm, key: Key) => Promise<void>
  /** The draft first, then the newest. */
  list: (orm: Orm, key: Key) => Promise<Version<Content>[]>
  insertDraft: (tx: Orm, key: Key, content: Content, author: string) => Promise<void>
  updateDraft: (tx: Orm, id: string, content: Content, author: string) => Promise<void>
  publish: (tx: Orm, id: string, at: Date) => Promise<void>
  remove: (tx: Orm, id: string) => Promise<void>
}

export type VersionEditorDeps<Key extends string, Content> = {
  orm: Orm
  /** In the audit log: 'policy' becomes 'policy.publish'. */
  subject: VersionedKind
  store: VersionStore<Key, Content>
  /** Without any version. */
  initial: Content
  /** Why it cannot be a draft. */
  draftProblem?: (content: Content) => string | undefined
  /** Why a draft can't be published as is. */
  publishProblem?: (content: Content) => string | undefined
  now: () => Date
}

/** One draft at a time; published versions never change, and can be restored as a draft. */
export function createVersionEditor<Key extends string, Content>(deps: VersionEditorDeps<Key, Content>) {
  const { orm, subject, store, initial, draftProblem, publishProblem, now } = deps

  async function read(from: Orm, key: Key): Promise<VersionsToEdit<Content>> {
    const versions = await store.list(from, key)
    const draft = versions.find(({ publishedAt }) => publishedAt === null)
    const content = (draft ?? liveAt(versions, now()))?.content ?? initial
    return { content, version: versionToken(content), hasDraft: draft !== undefined, versions }
  }

  type Work = (tx: Orm, versions: Version<Content>[]) => Promise<VersionResult<Content>>

  function withLock(key: Key, work: Work): Promise<VersionResult<Content>> {
    return orm.transaction(async (tx) => {
      await store.lock(tx, key)
      return work(tx, await store.list(tx, key))
    })
  }

  async function log(tx: Orm, key: Key, step: VersionStep, actor: Actor, before: unknown, after: unknown) {
    const action = `${subject}.${step}` as const
    return addAudit(tx, { ...actor, action, subjectKind: subject, subjectId: key, before, after })
  }

  async function storeDraft(
    tx: Orm,
    key: Key,
    { content, step, actor }: { content: Content; step: VersionStep; actor: Actor },
  ): Promise<number | undefined> {
    const draft = draftOf(await store.list(tx, key))
    if (draft && isEqual(draft.content, content)) return undefined
    if (draft) await store.updateDraft(tx, draft.id, content, actor.actor)
    else await store.insertDraft(tx, key, content, actor.actor)
    return log(tx, key, step, actor, draft?.content ?? null, content)
  }

  return {
    find: (key: Key): Promise<VersionsToEdit<Content>> => read(orm, key),

    saveDraft: (key: Key, content: Content, expectedVersion: string, actor: Actor): Promise<VersionResult<Content>> =>
      withLock(key, async (tx) => {
        const message = draftProblem?.(content)
        if (message !== undefined) return { ok: false, code: 'invalid', message }
        const current = await read(tx, key)
        if (current.version !== expectedVersion) return { ok: false, code: 'changed', current: current.content }
        if (!current.hasDraft && isEqual(current.content, content)) return { ok: true, auditId: undefined }
        return { ok: true, auditId: await storeDraft(tx, key, { content, step: 'draft', actor }) }
      }),

    /** Publishes the draft only if it still has the expected version; at a later moment if one is given. */
    publish: (key: Key, expectedVersion: string, actor: Actor, at?: Date): Promise<VersionResult<Content>> =>
      withLock(key, async (tx, versions) => {
        const draft = draftOf(versions)
        if (!draft) return { ok: false, code: 'nothing_to_publish' }
        if (versionToken(draft.content) !== expectedVersion)
          return { ok: false, code: 'changed', current: draft.content }
        const message = publishProblem?.(draft.content)
        if (message !== undefined) return { ok: false, code: 'invalid', message }
        await store.publish(tx, draft.id, at ?? now())
        const before = liveAt(versions, now())?.content ?? initial
        return { ok: true, auditId: await log(tx, key, at ? 'schedule' : 'publish', actor, before, draft.content) }
      }),

    /** Makes a version the draft; publishing it is a separate step. */
    restore: (key: Key, versionId: string, actor: Actor): Promise<VersionResult<Content>> =>
      withLock(key, async (tx, versions) => {
        const version = versions.find(({ id }) => id === versionId)
        if (!version) return { ok: false, code: 'not_found' }
        return {
          ok: true,
          auditId: await storeDraft(tx, key, { content: version.content, step: 'restore', actor }),
        }
      }),

    /** Makes the default text the draft. */
    restoreInitial: (key: Key, actor: Actor): Promise<VersionResult<Content>> =>
      withLock(key, async (tx) => ({
        ok: true,
        auditId: await storeDraft(tx, key, { content: initial, step: 'restore', actor }),
      })),

    discardDraft: (key: Key, actor: Actor): Promise<VersionResult<Content>> =>
      withLock(key, async (tx, versions) => {
        const draft = draftOf(versions)
        if (!draft) return { ok: true, auditId: undefined }
        await store.remove(tx, draft.id)
        return { ok: true, auditId: await log(tx, key, 'discard', actor, draft.content, null) }
      }),

    /** Cancels a scheduled version. Its text becomes the draft, unless there is one already. */
    cancelScheduled: (key: Key, versionId: string, actor: Actor): Promise<VersionResult<Content>> =>
      withLock(key, async (tx, versions) => {
        const version = versions.find(({ id }) => id === versionId)
        const isAhead = version?.publishedAt && version.publishedAt > now()
        if (!version || !isAhead) return { ok: false, code: 'not_found' }
        await store.remove(tx, version.id)
        if (!draftOf(versions)) await store.insertDraft(tx, key, version.content, actor.actor)
        return { ok: true, auditId: await log(tx, key, 'cancel', actor, version.content, null) }
      }),
  }
}

/** What readers see at that moment. */
export function liveAt<Item extends { publishedAt: Date | null }>(
  versions: readonly Item[],
  moment: Date,
): Item | undefined {
  let live: Item | undefined
  for (const version of versions) {
    const { publishedAt } = version
    if (!publishedAt || publishedAt > moment) continue
    if (!live?.publishedAt || publishedAt > live.publishedAt) live = version
  }
  return live
}

function draftOf<Content>(versions: readonly Version<Content>[]): Version<Content> | undefined {
  return versions.find(({ publishedAt }) => publishedAt === null)
}

function isEqual(one: unknown, other: unknown): boolean {
  return versionToken(one) === versionToken(other)
}
