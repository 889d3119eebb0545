import { lazy, useRef, useState } from 'react'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { closes } from '#web/ui/dialog-command.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useModalDialog } from '#web/ui/use-modal-dialog.ts'
import type { OrderLink } from './use-order-link.ts'

export type ReviewDialogProps = {
  product: Pick<ProductSummary, 'id' | 'name'>
  /** From a signed link. */
  order: OrderLink | undefined
  isOpen: boolean
  onClose: () => void
}

export const REVIEW_DIALOG = 'write-review'

/** Also called as soon as someone is about to press the button. */
export function loadReviewForm() {
  return import('./review-form.tsx')
}

/** For the server, which sends a page once all of it is rendered. */
const RenderedForm = lazy(async () => ({ default: (await loadReviewForm()).ReviewForm }))

/** Closing keeps what was typed; while the review is being sent, nothing closes it. */
export function ReviewDialog({ product, order, isOpen, onClose }: ReviewDialogProps) {
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const openedAt = useRef(0)
  const dialog = useModalDialog(isOpen, () => {
    openedAt.current = performance.now()
  })
  const form = {
    productId: product.id,
    order,
    openedAt,
    isSubmitting,
    onSubmitting: setIsSubmitting,
    onDone: onClose,
  }

  return (
    <dialog
      className="m-auto w-[min(40rem,100%-2rem)] bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 sm:p-8"
      id={REVIEW_DIALOG}
      ref={dialog}
      aria-labelledby="review-dialog-title"
      closedby={isSubmitting ? 'none' : 'closerequest'}
      onCancel={(event) => {
        if (isSubmitting) event.preventDefault()
      }}
      onClose={onClose}
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="eyebrow">{product.name}</p>
          <h2 className="mt-1 text-[2.1rem]" id="review-dialog-title">
            Write a review
          </h2>
        </div>
        <button
          className="-m-2 flex size-11 shrink-0 items-center justify-center disabled:opacity-40"
          type="button"
          disabled={isSubmitting}
          {...closes(REVIEW_DIALOG)}
        >
          <span className="sr-only">Close</span>
          <Icon name="close" />
        </button>
      </div>
      {/* Without a script the page has the form; with one, it's loaded when needed. */}
      <noscript>{import.meta.env.SSR && <RenderedForm {...form} />}</noscript>
      <LazyPart
        occasion={isOpen ? 'open' : ''}
        load={async () => (await loadReviewForm()).ReviewForm}
        onFailed={() => setHasFailed(true)}
        props={form}
        identity={order?.number ?? ''}
        fallback={
          <p className="mt-6 min-h-96 text-soft" role="status">
            {hasFailed ? PART_MESSAGES.reviewFormFailed : isOpen && 'Loading...'}
          </p>
        }
      />
    </dialog>
  )
}
