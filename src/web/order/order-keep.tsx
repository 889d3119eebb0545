import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '#contract/order-view.ts'
import { paths } from '#web/paths.ts'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'

/** Ways to save this page, and where to go next. */
export function OrderKeep({ order: { email, reminderPath } }: { order: OrderView }) {
  return (
    <div className="wrap pt-band print:hidden">
      <div className="grid gap-x-16 gap-y-10 border-t border-line pt-8 md:grid-cols-3">
        <Keep
          title="Save this page"
          text={
            <>
              It shows where your package is.{email && ` The link is also in the email to ${email}.`} Anyone with this
              link can see this page, so share it carefully.
            </>
          }
        >
          <CopyLink />
        </Keep>
        {reminderPath && (
          <Keep
            title="When it runs low"
            text="A note in your calendar for about a week before the first bottle is empty."
          >
            <a className="button button-quiet" href={reminderPath} download>
              Add to calendar
            </a>
          </Keep>
        )}
        <Keep title="How to use it" text="Which oil first, how many drops, and what goes over it.">
          <Link className="button button-quiet" to={paths.routineGuide()}>
            Routine guide
          </Link>
          <Link className="underlined" to={paths.shopAll()}>
            Back to the shop
          </Link>
        </Keep>
      </div>
    </div>
  )
}

function Keep({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col">
      <h2 className="text-[1.6rem]">{title}</h2>
      <p className="mt-2 text-small text-soft">{text}</p>
      <div className="mt-auto flex flex-wrap items-center gap-x-6 gap-y-3 pt-4">{children}</div>
    </section>
  )
}

/** Not shown without a script, which copying needs. */
function CopyLink() {
  const [said, setSaid] = useState('')
  if (!useIsInBrowser()) return <span className="min-h-11" />

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname)
      setSaid('Link copied.')
    } catch {
      setSaid('Couldn’t copy the link. You can copy it from the address bar.')
    }
  }

  return (
    <>
      <button className="button button-quiet" type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span className="text-small text-soft" role="status">
        {said}
      </span>
    </>
  )
}
