import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { ScreenHead } from '#desk/ui/screen.tsx'
import { ROLE_NAMES, type Role } from '#domain/operators/roles.ts'
import type { Access, PasskeyLine, DeviceLine, SessionLine } from '#server/operators/operators.views.ts'
import { PasskeyOnly, Passkeys, Password, RecoveryCodes } from './account-keys.tsx'
import { Browsers, Sessions } from './account-sessions.tsx'

export type AccountProps = {
  operator: { email: string; role: Role }
  sessionId: string
  sessions: readonly SessionLine[]
  devices: readonly DeviceLine[]
  passkeys: readonly PasskeyLine[]
  access: Access
  /** Typed before the operator was asked to confirm their identity. */
  passkeyName: string
  passwordError?: string | undefined
}

export function Account(props: AccountProps) {
  const { operator, access } = props
  const role = ROLE_NAMES[operator.role]
  return (
    <>
      <ScreenHead title="Account" lead={`${operator.email} · ${role.name}: ${role.may}.`}>
        <div className="flex flex-wrap gap-2">
          <a className="button button-quiet" href={deskPaths.notifications()}>
            Notifications
          </a>
          <Action action={deskPaths.signOut()} label="Sign out" />
          <Action
            action={deskPaths.signOut()}
            fields={{ forget: 'yes' }}
            label="Sign out and forget this browser"
            kind="button-plain"
          />
        </div>
      </ScreenHead>
      {!access.hasPassword && !access.hasPasskey && (
        <p className="flash flash-problem mt-5" role="status">
          Set a password or add a passkey now. The link you used works only once.
        </p>
      )}
      <div className="panels">
        <Passkeys {...props} />
        <RecoveryCodes {...props} />
        <PasskeyOnly {...props} />
        <Password {...props} />
        <Sessions {...props} />
        <Browsers {...props} />
      </div>
    </>
  )
}
