import { UNDO_SECONDS } from '#domain/reviews/moderation.ts'
import { deskPaths } from '../desk-paths.ts'

/** The message after a form was sent. */
export type Flash = {
  kind: 'done' | 'problem'
  text: string
  /** Something to copy, for example an invitation, and its label. */
  copy?: { label: string; text: string } | undefined
  /** The reviews whose last decision can be undone for a short time. */
  undo?: string[] | undefined
  /** The orders that were marked as packed, which can be undone for a short time. */
  unpack?: string[] | undefined
  /** The catalog change that can be undone for a short time, and the page that shows it. */
  restore?: { auditId: number; back: string } | undefined
}

export function FlashMessage({ flash }: { flash: Flash }) {
  return (
    <div className={`flash flash-${flash.kind}`} role={flash.kind === 'problem' ? 'alert' : 'status'}>
      <p>{flash.text}</p>
      {flash.undo && (
        <form method="post" action={deskPaths.undoReviews()} data-undo={UNDO_SECONDS}>
          {flash.undo.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <button type="submit" className="button button-quiet" aria-keyshortcuts="u">
            Undo <span className="ml-1 tabular-nums" data-countdown aria-hidden="true" />
          </button>
        </form>
      )}
      {flash.unpack && (
        <form method="post" action={deskPaths.bulkOrders('unpack')} data-undo={UNDO_SECONDS}>
          {flash.unpack.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <button type="submit" className="button button-quiet">
            Undo <span className="ml-1 tabular-nums" data-countdown aria-hidden="true" />
          </button>
        </form>
      )}
      {flash.restore && (
        <form method="post" action={deskPaths.restore(flash.restore.auditId)} data-undo={UNDO_SECONDS}>
          <input type="hidden" name="back" value={flash.restore.back} />
          <button type="submit" className="button button-quiet">
            Undo <span className="ml-1 tabular-nums" data-countdown aria-hidden="true" />
          </button>
        </form>
      )}
      {flash.copy && (
        <input className="field mt-2 w-full" readOnly value={flash.copy.text} aria-label={flash.copy.label} data-copy />
      )}
    </div>
  )
}
