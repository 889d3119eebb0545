import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { Reviews } from '#desk/views/reviews/queue.tsx'
import { ReplyQuestion } from '#desk/views/reviews/reply-question.tsx'
import { findClaims } from '#domain/catalogue/claims.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { isWithholdingReason, REVIEW_LISTS, type ReviewList } from '#domain/reviews/moderation.ts'
import { counted } from '#domain/time/display.ts'
import { cursorSchema, readCursor, writeCursor } from '#server/desk/cursor.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import type { ModerationService, ModerationResult } from './moderation.service.ts'
import type { ReviewQueueService } from './queue.service.ts'
import type { SettingsService } from './settings.service.ts'

const PROBLEMS = {
  not_found: 'This review no longer exists.',
  nothing_to_undo: 'There’s nothing to undo.',
  nothing_to_redact: 'These words aren’t in the review.',
  too_long: 'That’s too long.',
}

const idsSchema = z.array(z.uuid()).min(1).max(50)
const redactionSchema = z.object({
  field: z.enum(['body', 'title', 'reviewerName']),
  part: z.string().min(1).max(2000),
})

type ReviewDeps = { reviewQueue: ReviewQueueService; settings: SettingsService; moderation: ModerationService }

export function reviewRoutes({ reviewQueue: queue, settings, moderation }: ReviewDeps): DeskRoute[] {
  async function render(visit: OperatorVisit): Promise<Response> {
    const list = toList(visit.query('list'))
    const after = cursorSchema.safeParse(readCursor(visit)).data
    const [found, isRatingHidden] = await Promise.all([
      queue.list(list, after),
      settings.get('hidesRatingUntilDecided'),
    ])
    const { role } = visit.operator
    const body = (
      <Reviews
        list={list}
        isFirstPage={after === undefined}
        queue={found}
        next={found.next && writeCursor(found.next)}
        isRatingHidden={isRatingHidden}
        mayModerate={isAtLeast(role, 'staff')}
        maySet={isAtLeast(role, 'owner')}
      />
    )
    return visit.page({ title: 'Reviews', section: 'reviews', body })
  }

  function afterMany(visit: OperatorVisit, fields: URLSearchParams, done: string[], verb: string): Response {
    const back = deskPaths.reviews(toList(fields.get('list')))
    if (done.length === 0) return visit.go(back, { kind: 'problem', text: PROBLEMS.not_found })
    return visit.go(back, { kind: 'done', text: `${verb} ${counted(done.length, 'review')}.`, undo: done })
  }

  function afterOne(visit: OperatorVisit, fields: URLSearchParams, result: ModerationResult, text: string): Response {
    const flash = result.ok
      ? ({ kind: 'done', text } as const)
      : ({ kind: 'problem', text: PROBLEMS[result.code] } as const)
    return visit.go(deskPaths.reviews(toList(fields.get('list'))), flash)
  }

  return [
    { method: 'GET', path: '/reviews', role: 'read-only', handle: render },
    {
      method: 'POST',
      path: '/reviews/publish',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const ids = toIds(fields)
        if (!ids) return afterNone(visit, fields)
        const done = await queue.forEach(ids, (id) => moderation.publish(id, visit.actor))
        return afterMany(visit, fields, done, 'Published')
      },
    },
    {
      method: 'POST',
      path: '/reviews/withhold',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const reason = fields.get('reason')
        if (!isWithholdingReason(reason)) throw new AppError('invalid_request', 'Choose a reason from the list.', 400)
        const ids = toIds(fields)
        if (!ids) return afterNone(visit, fields)
        const done = await queue.forEach(ids, (id) => moderation.withhold(id, reason, visit.actor))
        return afterMany(visit, fields, done, 'Withheld')
      },
    },
    {
      method: 'POST',
      path: '/reviews/undo',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const ids = toIds(fields)
        if (!ids) return afterNone(visit, fields)
        const done = await queue.undo(ids, visit.actor)
        return visit.go(
          deskPaths.reviews(),
          done.length > 0
            ? { kind: 'done', text: `Undone for ${counted(done.length, 'review')}.` }
            : { kind: 'problem', text: 'It’s too late to undo this. Change the decision instead.' },
        )
      },
    },
    {
      method: 'POST',
      path: '/reviews/:id/reply',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const reply = fields.get('reply')?.trim() ?? ''
        const claims = findClaims(reply).length
        if (claims > 0 && fields.get('claims') !== 'yes') {
          const list = toList(fields.get('list'))
          const body = <ReplyQuestion id={visit.id('id')} list={list} reply={reply} claims={claims} />
          return visit.page({ title: 'Publish this claim?', section: 'reviews', body })
        }
        const result = await moderation.reply(visit.id('id'), reply, visit.actor)
        return afterOne(visit, fields, result, reply ? 'Reply saved.' : 'Reply removed.')
      },
    },
    {
      method: 'POST',
      path: '/reviews/:id/redact',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const { data } = redactionSchema.safeParse({ field: fields.get('field'), part: fields.get('part') })
        if (!data) throw new AppError('invalid_request', 'Enter the words to redact.', 400)
        const result = await moderation.redact(visit.id('id'), data.field, data.part, visit.actor)
        return afterOne(visit, fields, result, 'Redacted.')
      },
    },
    {
      method: 'POST',
      path: '/reviews/rating-setting',
      role: 'owner',
      async handle(visit) {
        const isHidden = (await visit.form()).get('isHidden') === 'yes'
        await settings.set('hidesRatingUntilDecided', isHidden, visit.actor)
        return visit.go(deskPaths.reviews(), { kind: 'done', text: 'Setting saved.' })
      },
    },
  ]
}

function toList(given: string | null): ReviewList {
  return REVIEW_LISTS.find((list) => list === given) ?? 'waiting'
}

function toIds(fields: URLSearchParams): string[] | undefined {
  return idsSchema.safeParse([...new Set(fields.getAll('id'))]).data
}

function afterNone(visit: OperatorVisit, fields: URLSearchParams): Response {
  const text = 'Select between 1 and 50 reviews.'
  return visit.go(deskPaths.reviews(toList(fields.get('list'))), { kind: 'problem', text })
}
