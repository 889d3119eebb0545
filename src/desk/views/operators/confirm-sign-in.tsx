import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_FOCUS } from '#desk/ui/begins-here.ts'
import { PasswordField } from '#desk/ui/password-field.tsx'
import { CONFIRMATION_FIELD } from '#domain/operators/fresh-sign-in.ts'

type ConfirmSignInProps = {
  email: string
  action: string
  /** Sent along with the confirmation. */
  fields: Iterable<[string, string]>
  back: string
  hasPassword: boolean
  hasPasskey: boolean
  problem?: string | undefined
}

/** Shown before a sensitive action. The original fields are in the form and are sent with the password. */
export function ConfirmSignIn(props: ConfirmSignInProps) {
  const { email, action, fields, back, hasPassword, hasPasskey, problem } = props
  return (
    <div className="mx-auto max-w-md py-10">
      <h1>Confirm it’s you</h1>
      <p className="mt-4 text-soft wrap-anywhere">
        This is sensitive, and you haven’t confirmed it’s you in the last few minutes. You’re signed in as {email}.
        Nothing has been done yet; what you entered is kept.
      </p>
      <form method="post" action={action} className="mt-6 grid gap-4" data-confirm-form>
        {Array.from(fields, ([name, value], index) => (
          // The same name may occur several times.
          // oxlint-disable-next-line react/no-array-index-key
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {/* Password managers need the username. */}
        <input type="hidden" autoComplete="username" value={email} />
        {hasPassword && (
          <PasswordField
            name={CONFIRMATION_FIELD}
            label="Password"
            autoComplete="current-password"
            required
            error={problem}
            {...INITIAL_FOCUS}
          />
        )}
        {hasPassword && (
          <button type="submit" className="button">
            Confirm and continue
          </button>
        )}
        {hasPasskey && (
          <div data-passkey-confirm hidden>
            <button type="button" className={hasPassword ? 'button button-quiet w-full' : 'button w-full'}>
              Confirm with a passkey
            </button>
            <p className="field-error" role="alert" />
          </div>
        )}
      </form>
      {!hasPassword && hasPasskey && (
        <noscript>
          <p className="flash flash-problem">Passkeys need JavaScript. Turn it on, then reload this page.</p>
        </noscript>
      )}
      {!hasPassword && !hasPasskey && (
        <p className="mt-4">
          You have neither a password nor a passkey yet, so sign in again with a link:{' '}
          <a href={deskPaths.emailLink()}>email me a link</a>. Then add a passkey right away.
        </p>
      )}
      <p className="mt-6">
        <a className="underlined" href={back}>
          Go back without doing it
        </a>
      </p>
    </div>
  )
}

/** A download leaves the page in place; this one says so, and starts it without a script. */
export function Download({ href, back }: { href: string; back: string }) {
  return (
    <div className="mx-auto max-w-md py-10">
      <meta httpEquiv="refresh" content={`0; url=${href}`} />
      <h1>Thanks, that’s confirmed</h1>
      <p className="mt-4 text-soft">Your download is starting. If it isn’t, start it here.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a className="button" href={href}>
          Download
        </a>
        <a className="button button-quiet" href={back}>
          Go back
        </a>
      </p>
    </div>
  )
}
