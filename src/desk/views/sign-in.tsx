import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { Field } from '#desk/ui/form-parts.tsx'

type SignInProps = { next: string; email?: string; problem?: string | undefined }

export function SignIn({ next, email, problem }: SignInProps) {
  return (
    <Door title="Good to see you">
      {problem && (
        <p className="flash flash-problem" role="alert">
          {problem}
        </p>
      )}
      <form method="post" action={deskPaths.signIn()} className="grid gap-4">
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          required
          defaultValue={email}
        />
        <Field name="password" label="Password" type="password" autoComplete="current-password" required />
        <button type="submit" className="button">
          Sign in
        </button>
      </form>
      <div className="mt-6 border-t border-line pt-6" data-passkey-sign-in data-next={next} hidden>
        <button type="button" className="button button-quiet w-full">
          Sign in with a passkey
        </button>
        <p className="field-error" role="alert" />
      </div>
      <p className="hint mt-6">
        Forgotten? Another owner can send you a link from the team page, and on the shop’s own machine{' '}
        <code>npm run operator -- link</code> always makes one.
      </p>
    </Door>
  )
}

/** Opening the page uses nothing up, as mail programs open links too; the button does. */
export function OneTimeLink({ email }: { email: string }) {
  return (
    <Door title="Welcome">
      <p className="text-soft">This link signs in once, as</p>
      <p className="mt-1 text-lead break-all">{email}</p>
      <form method="post" className="mt-6">
        <button type="submit" className="button w-full">
          Open the desk
        </button>
      </form>
    </Door>
  )
}

export function DeadLink() {
  return (
    <Door title="This link is used up">
      <p className="text-soft">
        A link opens the desk once and for an hour. Ask an owner for a new one, or make one on the shop’s own machine
        with <code>npm run operator -- link you@example.com</code>.
      </p>
      <p className="mt-6">
        <a className="button w-full" href={deskPaths.signIn()}>
          Sign in
        </a>
      </p>
    </Door>
  )
}

function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="door">
      <p className="display text-[1.7rem]">Bloomera</p>
      <h1 className="mt-6 mb-6">{title}</h1>
      {children}
    </div>
  )
}
