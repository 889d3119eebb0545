import { type Actor, addAudit } from '#server/db/audit-log.queries.ts'
import type { Database } from '#server/db/database.ts'
import {
  countSubscribers,
  findSubscriberEmail,
  type FoundSubscriber,
  type SubscriberCursor,
  searchSubscribers,
} from '#server/db/subscriber-search.queries.ts'
import { forgetPerson } from './signup.ts'

export type SubscriberPage = { subscribers: FoundSubscriber[]; next: SubscriberCursor | undefined }

const PAGE = 50

/** The desk's side of the newsletter list. */
export function createSubscriberService({ orm }: Database) {
  return {
    count: () => countSubscribers(orm),

    async list(part: string, after: SubscriberCursor | undefined): Promise<SubscriberPage> {
      const found = await searchSubscribers(orm, { part, after, limit: PAGE + 1 })
      const shown = found.slice(0, PAGE)
      const last = found.length > PAGE ? shown.at(-1) : undefined
      return { subscribers: shown, next: last && { micros: last.micros, id: last.id } }
    },

    /** The log says that somebody was forgotten, and by whom; not who it was. */
    forget: (id: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const email = await findSubscriberEmail(tx, id)
        if (email === undefined || !(await forgetPerson(tx, email))) return false
        const subject = { subjectKind: 'subscriber', subjectId: id }
        await addAudit(tx, { ...actor, ...subject, action: 'subscriber.forget', before: null, after: null })
        return true
      }),
  }
}
