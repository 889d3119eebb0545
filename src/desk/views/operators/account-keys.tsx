import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { PasswordField } from '#desk/ui/password-field.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { PASSWORD_LENGTH } from '#domain/operators/password-problem.ts'
import { RECOVERY_CODE_COUNT } from '#domain/operators/recovery-code.ts'
import { counted } from '#domain/time/display.ts'
import type { AccountProps } from './account.tsx'

export function Passkeys({ passkeys, passkeyName }: Pick<AccountProps, 'passkeys' | 'passkeyName'>) {
  return (
    <Panel title="Passkeys">
      <p className="hint mb-3">
        Sign in with your phone’s or computer’s lock instead of a password. There’s nothing to remember, and nothing a
        fake page can steal.
      </p>
      <ul className="lines">
        {passkeys.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            <span>
              {name}
              <span className="hint block">
                Added <When at={createdAt} /> ·{' '}
                {usedAt ? (
                  <>
                    last used <When at={usedAt} />
                  </>
                ) : (
                  'not used yet'
                )}
              </span>
            </span>
            <Action
              action={deskPaths.removePasskey()}
              fields={{ id }}
              label="Remove"
              kind="button-plain"
              confirm={`Remove the passkey ${name}? Your other sessions end, too.`}
            />
          </li>
        ))}
      </ul>
      <form className="mt-4 flex flex-wrap items-end gap-3" data-new-passkey hidden>
        <Field
          name="passkey-name"
          label="Device name"
          defaultValue={passkeyName || 'My device'}
          maxLength={100}
          required
        />
        <button type="submit" className="button">
          Add a passkey
        </button>
        <p className="field-error w-full" role="alert" />
      </form>
      <noscript>
        <p className="hint">Adding a passkey needs JavaScript.</p>
      </noscript>
    </Panel>
  )
}

export function RecoveryCodes({ access: { recoveryCodes } }: Pick<AccountProps, 'access'>) {
  const hasCodes = recoveryCodes > 0
  return (
    <Panel title="Recovery codes">
      <p>
        {hasCodes ? `${counted(recoveryCodes, 'code')} of ${RECOVERY_CODE_COUNT} left.` : 'You have no recovery codes.'}
      </p>
      <p className="hint mt-1 mb-4 max-w-2xl">
        If you lose your phone, sign in with an emailed link and one of these codes. Print them and keep them somewhere
        safe. Once you have codes, an emailed link alone is no longer enough.
      </p>
      <Action
        action={deskPaths.recoveryCodes()}
        label={hasCodes ? 'Create new codes' : 'Create recovery codes'}
        confirm={hasCodes ? 'Create new recovery codes? Your current ones stop working.' : undefined}
      />
    </Panel>
  )
}

export function PasskeyOnly({ access }: Pick<AccountProps, 'access'>) {
  const { isPasskeyOnly, requiresPasskey } = access
  return (
    <Panel title="Passkey only">
      <p>
        {requiresPasskey
          ? 'You sign in with passkeys only. Passwords are refused.'
          : 'You can also sign in with a password.'}
        {requiresPasskey && !isPasskeyOnly && ' An owner requires this for everyone on the team.'}
      </p>
      <p className="hint mt-1 mb-4">
        To turn it on you need at least one passkey, and recovery codes for a lost phone.
      </p>
      <Action
        action={deskPaths.passkeyOnly()}
        fields={{ isOn: isPasskeyOnly ? 'no' : 'yes' }}
        label={isPasskeyOnly ? 'Allow my password again' : 'Sign in with passkeys only'}
      />
    </Panel>
  )
}

export function Password({ access, passwordError }: Pick<AccountProps, 'access' | 'passwordError'>) {
  const { min, max } = PASSWORD_LENGTH
  return (
    <Panel title="Password">
      <form method="post" action={deskPaths.password()} className="grid max-w-sm gap-4">
        <PasswordField
          name="password"
          label={access.hasPassword ? 'New password' : 'Password'}
          autoComplete="new-password"
          required
          minLength={min}
          maxLength={max}
          hint={`At least ${min} characters. A few unrelated words work well. Changing it ends your other sessions.`}
          error={passwordError}
        />
        <div>
          <button type="submit" className="button button-quiet">
            {access.hasPassword ? 'Change password' : 'Set password'}
          </button>
        </div>
      </form>
    </Panel>
  )
}
