import { MESSAGES } from '#contract/messages.ts'
import { PersonalPage } from '#server/platform/http/personal-page.tsx'

/** The response to a review that was sent without a script. */
export function ReviewReceived({ productId }: { productId: string | null }) {
  return (
    <PersonalPage title="Review submitted">
      <p className="eyebrow">Your review</p>
      <h1 className="mt-3">Thank you</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft" role="status">
        {MESSAGES.reviewSubmitted}
      </p>
      <p className="mt-8">
        <a className="button" href={productId === null ? '/reviews' : `/products/${productId}`}>
          Back to the shop
        </a>
      </p>
    </PersonalPage>
  )
}
