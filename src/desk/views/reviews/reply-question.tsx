import { deskPaths } from '#desk/desk-paths.ts'
import { EditText } from '#desk/ui/edit-fields.tsx'
import { freshForm } from '#desk/ui/form-state.ts'
import { MAX_REPLY_LENGTH, type ReviewList } from '#domain/reviews/moderation.ts'
import { counted } from '#domain/time/display.ts'

type ReplyQuestionProps = { id: string; list: ReviewList; reply: string; claims: number }

/** Asked before a reply is stored that makes a claim: under a review, it is the shop that speaks. */
export function ReplyQuestion({ id, list, reply, claims }: ReplyQuestionProps) {
  return (
    <form method="post" action={deskPaths.replyToReview(id)} className="edit-form mx-auto max-w-2xl py-10" data-unsaved>
      <h1>Publish {counted(claims, 'claim')}?</h1>
      <p className="text-soft">
        Cosmetics can’t make this claim, and your reply counts as the shop’s own words. Nothing has been saved yet.
      </p>
      <input type="hidden" name="list" value={list} />
      <EditText form={freshForm({ reply }, '')} name="reply" label="Reply" rows={6} maxLength={MAX_REPLY_LENGTH} />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="button">
          Save edited reply
        </button>
        <button type="submit" name="claims" value="yes" className="button button-quiet">
          Save anyway
        </button>
        <a className="button button-plain" href={deskPaths.reviews(list)} data-discard>
          Don’t save
        </a>
      </p>
    </form>
  )
}
