import { z } from 'zod'
import type { AuditAction } from '#domain/operators/activity.ts'
import {
  MAX_REPLY_LENGTH,
  redact,
  REDACTION_MARK,
  WITHHOLDING_REASONS,
  type WithholdingReason,
} from '#domain/reviews/moderation.ts'
import { codePoints, REVIEW_LIMITS } from '#domain/reviews/review-limits.ts'
import { tidyText } from '#domain/text/tidy.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import {
  findLastDecision,
  type LastDecision,
  lockReview,
  type ModeratedReview,
  type RedactableField,
  type ReviewDecision,
  storeDecision,
  storeRedaction,
} from './moderation.queries.ts'

export type ModerationResult =
  | { ok: true }
  | { ok: false; code: 'not_found' | 'nothing_to_undo' | 'nothing_to_redact' | 'too_long' }

const storedDecision = z.object({
  isPublished: z.boolean(),
  withheldReason: z.enum(WITHHOLDING_REASONS).nullable(),
  reply: z.string().nullable(),
})

export type ModerationService = ReturnType<typeof createModerationService>

/** Every step writes an audit entry in the same transaction. Nothing here can change a rating or reword a text. */
export function createModerationService({ orm }: Database, now: () => Date) {
  function withReview(
    id: string,
    work: (tx: Orm, review: ModeratedReview) => Promise<ModerationResult>,
  ): Promise<ModerationResult> {
    return orm.transaction(async (tx) => {
      const review = await lockReview(tx, id)
      return review ? work(tx, review) : { ok: false, code: 'not_found' }
    })
  }

  function decide(
    id: string,
    moderator: Actor,
    action: AuditAction,
    change: Partial<ReviewDecision>,
  ): Promise<ModerationResult> {
    return withReview(id, async (tx, review) => {
      const before = decisionOf(review)
      const after = { ...before, ...change }
      await storeDecision(tx, id, after, now())
      await addAudit(tx, { ...moderator, action, ...subject(id), before, after })
      return { ok: true }
    })
  }

  return {
    publish: (id: string, moderator: Actor): Promise<ModerationResult> =>
      decide(id, moderator, 'review.publish', { isPublished: true, withheldReason: null }),

    withhold: (id: string, reason: WithholdingReason, moderator: Actor): Promise<ModerationResult> =>
      decide(id, moderator, 'review.withhold', { isPublished: false, withheldReason: reason }),

    /** An empty reply removes the current one. */
    async reply(id: string, text: string, moderator: Actor): Promise<ModerationResult> {
      const reply = tidyText(text)
      if (codePoints(reply) > MAX_REPLY_LENGTH) return { ok: false, code: 'too_long' }
      return decide(id, moderator, 'review.reply', { reply: reply === '' ? null : reply })
    },

    /**
     * Reverts the last decision, if that one may be undone: another moderator may have decided since. Undoing again
     * brings the decision back.
     */
    undo: (
      id: string,
      moderator: Actor,
      isTheOne: (decision: LastDecision) => boolean = () => true,
    ): Promise<ModerationResult> =>
      withReview(id, async (tx, review) => {
        const last = await findLastDecision(tx, id)
        const { data: after } = storedDecision.safeParse(last?.before)
        if (!last || !after || !isTheOne(last)) return { ok: false, code: 'nothing_to_undo' }
        await storeDecision(tx, id, after, now())
        await addAudit(tx, {
          ...moderator,
          action: 'review.undo',
          ...subject(id),
          before: decisionOf(review),
          after,
        })
        return { ok: true }
      }),

    /** Removes personal data permanently: the log records that and where, not what it was. */
    redact: (id: string, field: RedactableField, part: string, moderator: Actor): Promise<ModerationResult> =>
      withReview(id, async (tx, review) => {
        const text = redact(review[field], part)
        if (text === undefined) return { ok: false, code: 'nothing_to_redact' }
        // A mark may be longer than the text it replaces; the column has room for one per character.
        if (codePoints(text) > REVIEW_LIMITS[field] * REDACTION_MARK.length) return { ok: false, code: 'too_long' }
        await storeRedaction(tx, id, field, text)
        const after = { field, marks: text.split(REDACTION_MARK).length - 1 }
        await addAudit(tx, { ...moderator, action: 'review.redact', ...subject(id), before: null, after })
        return { ok: true }
      }),
  }
}

function subject(id: string): { subjectKind: string; subjectId: string } {
  return { subjectKind: 'review', subjectId: id }
}

function decisionOf({ isPublished, withheldReason, reply }: ModeratedReview): ReviewDecision {
  return { isPublished, withheldReason, reply }
}
