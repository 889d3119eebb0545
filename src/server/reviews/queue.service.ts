import { UNDO_LIMIT_SECONDS, type ReviewList } from '#domain/reviews/moderation.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ModerationResult, ModerationService } from './moderation.service.ts'
import { listQueue } from './queue.queries.ts'
import type { ReviewQueue, ReviewCursor } from './reviews.views.ts'
import type { createSettingsService } from './settings.service.ts'

const PAGE = 20

export type ReviewQueueService = ReturnType<typeof createReviewQueueService>

/** Moderation at the desk: what to decide next, and bulk decisions. */
export function createReviewQueueService(
  { orm }: Database,
  moderation: ModerationService,
  settings: Pick<ReturnType<typeof createSettingsService>, 'get'>,
) {
  /** Returns the ids for which it worked. */
  async function forEach(ids: readonly string[], decide: (id: string) => Promise<ModerationResult>): Promise<string[]> {
    const done: string[] = []
    for (const id of ids) if ((await decide(id)).ok) done.push(id)
    return done
  }

  return {
    async list(list: ReviewList, after: ReviewCursor | undefined): Promise<ReviewQueue> {
      const hidesRatings = list === 'waiting' && (await settings.get('hidesRatingUntilDecided'))
      const found = await listQueue(orm, list, { after, limit: PAGE + 1 })
      const shown = found.slice(0, PAGE)
      const last = found.length > PAGE ? shown.at(-1) : undefined
      return {
        reviews: shown.map((review) => ({ ...review, rating: hidesRatings ? undefined : review.rating })),
        next: last && { micros: last.micros, id: last.id },
        hidesRatings,
      }
    },

    forEach,

    /** Undoes what the same operator decided moments ago; leaves anything else. */
    undo: (ids: readonly string[], actor: Actor): Promise<string[]> =>
      forEach(ids, (id) =>
        moderation.undo(
          id,
          actor,
          ({ operatorId, ageSeconds }) =>
            operatorId !== null && operatorId === actor.operatorId && ageSeconds < UNDO_LIMIT_SECONDS,
        ),
      ),
  }
}
