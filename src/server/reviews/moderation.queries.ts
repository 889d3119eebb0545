import { desc, eq, sql } from 'drizzle-orm'
import type { WithholdingReason } from '#domain/reviews/moderation.ts'
import { auditLogTable } from '#server/platform/audit/audit.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { reviewsTable } from './reviews.tables.ts'

/** What a moderator may decide about a review; never its rating or text. */
export type ReviewDecision = {
  isPublished: boolean
  withheldReason: WithholdingReason | null
  reply: string | null
}

export type ModeratedReview = ReviewDecision & { title: string; body: string; reviewerName: string }

/** Row lock until the transaction ends, so that two moderators decide one after the other. */
export async function lockReview(tx: Orm, id: string): Promise<ModeratedReview | undefined> {
  const { isPublished, withheldReason, reply, title, body, reviewerName } = reviewsTable
  const [row] = await tx
    .select({ isPublished, withheldReason, reply, title, body, reviewerName })
    .from(reviewsTable)
    .where(eq(reviewsTable.id, id))
    .for('no key update')
  return row
}

export async function storeDecision(tx: Orm, id: string, decision: ReviewDecision, now: Date): Promise<void> {
  const repliedAt = sql`case when ${reviewsTable.reply} is distinct from ${decision.reply} then ${now.toISOString()}::timestamptz else ${reviewsTable.repliedAt} end`
  await tx
    .update(reviewsTable)
    .set({ ...decision, repliedAt, decidedAt: now })
    .where(eq(reviewsTable.id, id))
}

export type RedactableField = 'title' | 'body' | 'reviewerName'

export async function storeRedaction(tx: Orm, id: string, field: RedactableField, text: string): Promise<void> {
  await tx
    .update(reviewsTable)
    .set({ [field]: text })
    .where(eq(reviewsTable.id, id))
}

export type LastDecision = { before: unknown; operatorId: string | null; ageSeconds: number }

/** A redaction is not a decision: it can't be undone. */
export async function findLastDecision(tx: Orm, reviewId: string): Promise<LastDecision | undefined> {
  const [row] = await tx
    .select({
      before: auditLogTable.before,
      operatorId: auditLogTable.operatorId,
      ageSeconds: sql<number>`extract(epoch from now() - ${auditLogTable.at})::float8`,
    })
    .from(auditLogTable)
    .where(
      sql`${auditLogTable.subjectKind} = 'review' and ${auditLogTable.subjectId} = ${reviewId} and ${auditLogTable.action} <> 'review.redact'`,
    )
    .orderBy(desc(auditLogTable.id))
    .limit(1)
  return row
}
