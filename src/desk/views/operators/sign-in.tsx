import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { Field } from '#desk/ui/form-parts.tsx'
import { PasswordField } from '#desk/ui/password-field.tsx'

type SignInProps = { next: string; email?: string; problem?: string | undefined; isSignedOut?: boolean }

export function SignIn({ next, email, problem, isSignedOut }: SignInProps) {
  return (
    <Door title="Welcome back">
      {isSignedOut && (
        <p className="flash" role="status">
          You’re signed out.
        </p>
      )}
      <Trouble text={problem} />
      <form method="post" action={deskPaths.signIn()} className="grid gap-4">
        <input type="hidden" name="next" value={next} />
        <Field name="email" label="Email" type="email" autoComplete="username webauthn" required defaultValue={email} />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
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
        Forgot your password, or lost your phone?{' '}
        <a className="underlined" href={deskPaths.emailLink()}>
          Email me a sign-in link
        </a>
      </p>
    </Door>
  )
}

/** The same text whether or not the operator exists. */
export function EmailLink({ email, problem }: { email?: string; problem?: string | undefined }) {
  return (
    <Door title="Sign in by email">
      <p className="text-soft">
        We’ll email you a link that signs you in once. If you have recovery codes, keep one handy.
      </p>
      <form method="post" action={deskPaths.emailLink()} className="mt-6 grid gap-4">
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          error={problem}
        />
        <button type="submit" className="button">
          Email me a link
        </button>
      </form>
      <BackToSignIn />
    </Door>
  )
}

export function LinkSent() {
  return (
    <Door title="Check your email">
      <p className="text-soft">
        If that address belongs to someone on the team, a sign-in link is on its way. It works once, within an hour. If
        nothing arrives in a few minutes, look for an earlier link: after three we don’t send more for a while, and
        those still work.
      </p>
      <p className="hint mt-4">
        No luck? Another owner can create a link for you on the Team page. On the shop’s server,{' '}
        <code>npm run operator -- link</code> always creates one.
      </p>
      <BackToSignIn />
    </Door>
  )
}

type OneTimeLinkProps = {
  email: string
  needsCode: boolean
  hasCodes: boolean
  problem?: string | undefined
}

/** Opening the page doesn't use the link, because email scanners open links too; the button does. */
export function OneTimeLink({ email, needsCode, hasCodes, problem }: OneTimeLinkProps) {
  return (
    <Door title="Welcome">
      <p className="text-soft">This link signs in once, as</p>
      <p className="mt-1 text-lead break-all">{email}</p>
      {needsCode && !hasCodes ? (
        <NoCodesLeft />
      ) : (
        <form method="post" className="mt-6 grid gap-4">
          {needsCode && (
            <Field
              name="code"
              label="Recovery code"
              hint="One of the ten you printed, such as K7QM-2F9A-X3TR-8WHD. Each works once. Using it signs you out everywhere else."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={60}
              error={problem}
            />
          )}
          <button type="submit" className="button w-full">
            Open the desk
          </button>
        </form>
      )}
      {needsCode && hasCodes && <BackToSignIn />}
    </Door>
  )
}

function NoCodesLeft() {
  return (
    <>
      <p className="flash flash-problem mt-6" role="alert">
        This account signs in with a passkey only and has no recovery codes left, so an emailed link isn’t enough.
      </p>
      <p className="text-soft">
        Use your passkey, ask another owner for a link from the Team page, or run{' '}
        <code>npm run operator -- link {'you@example.com'}</code> on the shop’s server.
      </p>
      <BackToSignIn />
    </>
  )
}

export function DeadLink() {
  return (
    <Door title="This link no longer works">
      <p className="text-soft">
        Sign-in links work once, within an hour. You can{' '}
        <a className="underlined" href={deskPaths.emailLink()}>
          email yourself a new one
        </a>
        .
      </p>
      <p className="mt-6">
        <a className="button w-full" href={deskPaths.signIn()}>
          Sign in
        </a>
      </p>
    </Door>
  )
}

function BackToSignIn() {
  return (
    <p className="mt-6">
      <a className="underlined" href={deskPaths.signIn()}>
        Back to sign-in
      </a>
    </p>
  )
}

function Trouble({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className="flash flash-problem" role="alert">
        {text}
      </p>
    )
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
