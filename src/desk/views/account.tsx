import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { ROLE_NAMES, type Role } from '#domain/roles.ts'
import type { PasskeyLine } from '#server/services/passkeys.ts'
import type { SessionLine } from '#server/services/sign-in.ts'

type AccountProps = {
  operator: { email: string; role: Role }
  sessionId: string
  sessions: readonly SessionLine[]
  passkeys: readonly PasskeyLine[]
  hasPassword: boolean
  passwordLength: { min: number; max: number }
  passwordError?: string | undefined
}

export function Account(props: AccountProps) {
  const { operator, hasPassword, passkeys } = props
  const role = ROLE_NAMES[operator.role]
  return (
    <>
      <ScreenHead title="Account" lead={`${operator.email} · ${role.name}: ${role.may}.`}>
        <Action action={deskPaths.signOut()} label="Sign out" />
      </ScreenHead>
      {!hasPassword && passkeys.length === 0 && (
        <p className="flash flash-problem mt-5" role="status">
          Choose a password or add a passkey now: the link that brought you here works only once.
        </p>
      )}
      <div className="panels">
        <Passkeys passkeys={passkeys} />
        <Password {...props} />
        <Sessions {...props} />
      </div>
    </>
  )
}

function Passkeys({ passkeys }: Pick<AccountProps, 'passkeys'>) {
  return (
    <Panel title="Passkeys">
      <p className="hint">
        Your phone’s or computer’s own lock instead of a password: nothing to remember, and nothing a false page could
        catch.
      </p>
      <ul className="lines">
        {passkeys.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            <span>
              {name}
              <span className="hint block">
                Added {shortDateTime(createdAt)} · {usedAt ? `last used ${shortDateTime(usedAt)}` : 'not used yet'}
              </span>
            </span>
            <Action
              action={deskPaths.removePasskey()}
              fields={{ id }}
              label="Remove"
              kind="button-plain"
              confirm={`Remove the passkey ${name}?`}
            />
          </li>
        ))}
      </ul>
      <form className="mt-4 flex flex-wrap items-end gap-3" data-new-passkey hidden>
        <Field name="passkey-name" label="Name of this device" defaultValue="My device" maxLength={100} required />
        <button type="submit" className="button">
          Add a passkey
        </button>
        <p className="field-error w-full" role="alert" />
      </form>
    </Panel>
  )
}

function Password({ hasPassword, passwordLength, passwordError }: AccountProps) {
  return (
    <Panel title="Password">
      <form method="post" action={deskPaths.password()} className="grid max-w-sm gap-4">
        <Field
          name="password"
          label={hasPassword ? 'New password' : 'Password'}
          type="password"
          autoComplete="new-password"
          required
          minLength={passwordLength.min}
          maxLength={passwordLength.max}
          hint={`${passwordLength.min} characters or more. Changing it ends your other sessions.`}
          error={passwordError}
        />
        <div>
          <button type="submit" className="button button-quiet">
            {hasPassword ? 'Change password' : 'Set password'}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Sessions({ sessions, sessionId }: AccountProps) {
  return (
    <Panel title="Where you are signed in">
      <ul className="lines">
        {sessions.map(({ id, userAgent, ipAddress, updatedAt, method }) => (
          <li key={id}>
            <span>
              {deviceName(userAgent ?? '')} {id === sessionId && <span className="badge">this one</span>}
              <span className="hint block">
                {ipAddress} · by {method} · seen {shortDateTime(updatedAt)}
              </span>
            </span>
            {id !== sessionId && <Action action={deskPaths.endSession(id)} label="End" kind="button-plain" />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Roughly what a person would call it; the whole text tells most people nothing. */
function deviceName(userAgent: string): string {
  const device = /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(userAgent)?.[0]
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Macintosh: 'Mac', CrOS: 'Chromebook', Edg: 'Edge', OPR: 'Opera' }
  const known = [browser, device].flatMap((name) => (name ? [names[name] ?? name] : []))
  return known.length > 0 ? known.join(' on ') : 'A browser'
}
