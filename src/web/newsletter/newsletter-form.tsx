import { type FormEvent, useId, useState } from 'react'
import type { SignupSource } from '#contract/email-signup.ts'
import { paths } from '#web/paths.ts'
import { hasOrdered } from './ordered-mark.ts'
import { requestSignup } from './request-signup.ts'
import { SignupCode } from './signup-code.tsx'

type State =
  | { step: 'idle' }
  | { step: 'submitting' }
  | { step: 'success'; discountCode: string }
  | { step: 'error'; message: string }

/** Idle, 'Joining...', then the code or an error. Without JavaScript the form posts natively and gets a page. */
export function NewsletterForm({ source }: { source: SignupSource }) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const statusId = useId()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // Read from the form: autofill doesn't always notify React.
    const fields = new FormData(form)
    setState({ step: 'submitting' })
    const outcome = await requestSignup({
      email: textOf(fields.get('email')),
      website: textOf(fields.get('website')),
      source,
    })
    if (outcome.ok) {
      form.reset()
      setState({ step: 'success', discountCode: outcome.discountCode })
    } else {
      setState({ step: 'error', message: outcome.message })
    }
  }

  const isSubmitting = state.step === 'submitting'
  return (
    <form
      className="relative"
      method="post"
      action={paths.emailSignup()}
      aria-label={source === 'home' ? 'Newsletter' : 'Newsletter, in the footer'}
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex border-b border-ink">
        <input
          className="min-h-11 min-w-0 flex-1 bg-transparent px-1 py-3 placeholder:text-soft"
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="Your email"
          aria-label="Your email"
          aria-describedby={statusId}
          aria-invalid={state.step === 'error' || undefined}
        />
        <button className="button" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Joining...' : 'Join'}
        </button>
      </div>
      <input type="hidden" name="source" value={source} />
      {/* A honeypot: hidden from users, but bots fill in every named field. */}
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <output className="mt-3 block min-h-[1.55em] text-small" id={statusId}>
        {state.step === 'success' &&
          (hasOrdered() ? 'You’re on the list. Thank you.' : 'Welcome. Your 10% code is ready.')}
        {state.step === 'error' && <span className="text-error">{state.message}</span>}
      </output>
      {state.step === 'success' && !hasOrdered() && <SignupCode code={state.discountCode} />}
    </form>
  )
}

function textOf(field: FormDataEntryValue | null): string {
  return typeof field === 'string' ? field : ''
}
