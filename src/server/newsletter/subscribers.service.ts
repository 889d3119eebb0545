import type { Database } from '#server/platform/db/database.ts'
import type { FoundSubscriber } from './newsletter.views.ts'
import { countSubscribers, type SubscriberCursor, searchSubscribers } from './subscriber-search.queries.ts'

export type SubscriberPage = { subscribers: FoundSubscriber[]; next: SubscriberCursor | undefined }

const PAGE = 50

export type SubscriberService = ReturnType<typeof createSubscriberService>

/** The newsletter list at the desk. */
export function createSubscriberService({ orm }: Database) {
  return {
    count: () => countSubscribers(orm),

    async list(part: string, after: SubscriberCursor | undefined): Promise<SubscriberPage> {
      const found = await searchSubscribers(orm, { part, after, limit: PAGE + 1 })
      const shown = found.slice(0, PAGE)
      const last = found.length > PAGE ? shown.at(-1) : undefined
      return { subscribers: shown, next: last && { micros: last.micros, id: last.id } }
    },
  }
}
