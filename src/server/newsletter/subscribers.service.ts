import type { Database, Orm } from '#server/platform/db/database.ts'
import type { FoundSubscriber } from './newsletter.views.ts'
import { countSubscribers, type SubscriberCursor, searchSubscribers } from './subscriber-search.queries.ts'
import { deleteSubscriber, deleteUnusedCode, retireCode } from './subscribers.queries.ts'

export { findSubscriber } from './subscribers.queries.ts'

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

/** Erases the subscription with its code; a code that was used stays with its orders. Returns true if there was one. */
export async function forgetSubscriber(tx: Orm, foldedEmail: string): Promise<boolean> {
  const subscriber = await deleteSubscriber(tx, foldedEmail)
  if (!subscriber) return false
  await deleteUnusedCode(tx, subscriber.discountCode)
  await retireCode(tx, subscriber.discountCode)
  return true
}
