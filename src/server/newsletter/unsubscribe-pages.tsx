import { PersonalPage } from '#server/platform/http/personal-page.tsx'

/** The button posts to the page's own address; opening the page changes nothing, because email scanners open it too. */
export function UnsubscribeQuestion() {
  return (
    <PersonalPage title="Unsubscribe">
      <p className="eyebrow">Newsletter</p>
      <h1 className="mt-3">Unsubscribe from our newsletter?</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft">
        One click, and we’ll stop. You’ll still get emails about your orders.
      </p>
      <form className="mt-8" method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button className="button" type="submit">
          Unsubscribe
        </button>
      </form>
    </PersonalPage>
  )
}

export function UnsubscribeDone() {
  return (
    <PersonalPage title="Unsubscribed">
      <p className="eyebrow">Newsletter</p>
      <h1 className="mt-3">You’re unsubscribed</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft">
        You won’t hear from us again, except about your orders.
      </p>
      <p className="mt-8">
        <a className="button" href="/">
          Back to Home
        </a>
      </p>
    </PersonalPage>
  )
}

export function UnsubscribeFailed() {
  return (
    <PersonalPage title="Not yet unsubscribed">
      <p className="eyebrow">Newsletter</p>
      <h1 className="mt-3">That didn’t work</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-error" role="alert">
        Something went wrong on our side. Please try again in a moment.
      </p>
      <form className="mt-8" method="post">
        <button className="button" type="submit">
          Try again
        </button>
      </form>
    </PersonalPage>
  )
}
