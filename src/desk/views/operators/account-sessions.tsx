import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { deviceName } from '#domain/operators/device-name.ts'
import type { AccountProps } from './account.tsx'

const METHODS: Record<AccountProps['sessions'][number]['method'], string> = {
  password: 'password',
  passkey: 'passkey',
  link: 'link',
  'email-link': 'emailed link',
  recovery: 'recovery code',
}

export function Sessions({ sessions, sessionId }: Pick<AccountProps, 'sessions' | 'sessionId'>) {
  return (
    <Panel title="Sessions">
      <p className="hint mb-3">
        Where you’re signed in. End any session you don’t recognize, then change your password.
      </p>
      <ul className="lines">
        {sessions.map(({ id, userAgent, ipAddress, updatedAt, createdAt, method }) => (
          <li key={id}>
            <span>
              {deviceName(userAgent ?? '')} {id === sessionId && <span className="badge">This one</span>}
              <span className="hint block wrap-anywhere">
                {ipAddress} · signed in by {METHODS[method]} <When at={createdAt} /> · last used <When at={updatedAt} />
              </span>
            </span>
            {id !== sessionId && <Action action={deskPaths.endSession(id)} label="End" kind="button-plain" />}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Action action={deskPaths.endOtherSessions()} label="End all other sessions" />
        <Action
          action={deskPaths.endAllSessions()}
          label="End all sessions"
          kind="button-plain"
          confirm="End all sessions, including this one? You’ll have to sign in again everywhere."
        />
      </div>
    </Panel>
  )
}

export function Browsers({ devices }: Pick<AccountProps, 'devices'>) {
  return (
    <Panel title="Browsers you’ve used">
      <p className="hint mb-3">
        From these, strangers who try passwords for your account can’t make you wait. A sign-in from any other browser
        is emailed to you.
      </p>
      <ul className="lines">
        {devices.map(({ id, userAgent, ipAddress, createdAt, usedAt, isThis }) => (
          <li key={id}>
            <span>
              {deviceName(userAgent ?? '')} {isThis && <span className="badge">This one</span>}
              <span className="hint block wrap-anywhere">
                {ipAddress} · first used <When at={createdAt} /> · last sign-in <When at={usedAt} />
              </span>
            </span>
            <Action action={deskPaths.forgetDevice(id)} label="Forget" kind="button-plain" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
