import { type FormEvent, useId, useState } from 'react'
import type { SignupSource } from '#contract/email-signup.ts'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { paths } from '#web/paths.ts'
import { hasOrdered } from './ordered-mark.ts'
import type { SignupFields } from './request-signup.ts'
import type { SignupCode } from './signup-code.tsx'

type State =
  | { step: 'idle' }
  | { step: 'submitting' }
  | { step: 'success'; discountCode: string; Code: typeof SignupCode }
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
    const next = await signUp({
      email: textOf(fields.get('email')),
      website: textOf(fields.get('website')),
      source,
    })
    if (next.step === 'success') form.reset()
    setState(next)
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
      {state.step === 'success' && !hasOrdered() && <state.Code code={state.discountCode} />}
    </form>
  )
}

/** In separate files: the form is on every page, and most visitors don't use it. Nothing is sent without them. */
async function signUp(fields: SignupFields): Promise<State> {
  try {
    const [{ requestSignup }, { SignupCode: Code }] = await Promise.all([
      import('./request-signup.ts'),
      import('./signup-code.tsx'),
    ])
    const outcome = await requestSignup(fields)
    if (!outcome.ok) return { step: 'error', message: outcome.message }
    return { step: 'success', discountCode: outcome.discountCode, Code }
  } catch {
    return { step: 'error', message: PAGE_MESSAGES.signupFailed }
  }
}

function textOf(field: FormDataEntryValue | null): string {
  return typeof field === 'string' ? field : ''
}
