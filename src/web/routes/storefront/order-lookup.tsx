import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageHero } from '#web/frame/page-hero.tsx'
import { findOrder } from '#web/order/order-requests.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/order-lookup.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Track an order', description: 'See where your order is.', isHidden: true })

/** The same response for every kind of mismatch, so that guessing reveals nothing about other people's orders. */
export default function OrderLookup() {
  const [error, setError] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  async function submit(form: HTMLFormElement) {
    const fields = new FormData(form)
    setIsAsking(true)
    const found = await findOrder(textOf(fields.get('orderNumber')), textOf(fields.get('email')))
    setIsAsking(false)
    if (found.ok) return navigate(found.path)
    setError(found.message)
    field.current?.focus()
  }

  return (
    <>
      <PageHero
        eyebrow="Your order"
        title="Track an order"
        lead="The number is in your confirmation email and starts with BLM."
      />
      <div className="wrap pt-10">
        <form
          className="grid max-w-lg gap-5"
          method="post"
          action={paths.findOrder()}
          aria-label="Find an order"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault()
            if (!isAsking) void submit(event.currentTarget)
          }}
        >
          <label className="grid gap-1">
            <span className="text-small">Order number</span>
            <input
              className="field aria-invalid:border-error"
              ref={field}
              name="orderNumber"
              required
              maxLength={50}
              placeholder="BLM-XXXXXXXX-XXXX"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'lookup-error' : undefined}
            />
          </label>
          <label className="grid gap-1">
            <span className="text-small">Email</span>
            <input
              className="field aria-invalid:border-error"
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="email"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'lookup-error' : undefined}
            />
          </label>
          <div role="alert">
            {error && (
              <p className="text-small text-error" id="lookup-error">
                {error}
              </p>
            )}
          </div>
          <p>
            <button className="button" type="submit" disabled={isAsking}>
              {isAsking ? 'Looking…' : 'Find my order'}
            </button>
          </p>
        </form>
      </div>
    </>
  )
}

function textOf(field: FormDataEntryValue | null): string {
  return typeof field === 'string' ? field : ''
}
