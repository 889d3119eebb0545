import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { ROLE_NAMES, ROLES, type Role } from '#domain/operators/roles.ts'
import { counted } from '#domain/time/display.ts'
import type { TeamMember } from '#server/operators/operators.views.ts'

type TeamProps = {
  members: readonly TeamMember[]
  ownId: string
  isPasskeyOnly: boolean
  email?: string
  problem?: string | undefined
}

export function Team({ members, ownId, isPasskeyOnly, email, problem }: TeamProps) {
  return (
    <>
      <ScreenHead title="Team" lead="Everyone who can open this desk. Shoppers have no accounts." />
      <div className="panels">
        <Panel title="People">
          <ul className="lines">
            {members.map((member) => (
              <Member key={member.id} member={member} isSelf={member.id === ownId} />
            ))}
          </ul>
        </Panel>
        <PasskeysForAll members={members} isOn={isPasskeyOnly} />
        <Panel title="Invite someone">
          <form method="post" action={deskPaths.team()} className="grid max-w-sm gap-4">
            <Field
              name="email"
              label="Email"
              type="email"
              autoComplete="off"
              required
              defaultValue={email}
              error={problem}
            />
            <RoleChoice id="new-role" label="Role" chosen="staff" />
            <div>
              <button type="submit" className="button">
                Create invitation
              </button>
            </div>
          </form>
        </Panel>
      </div>
    </>
  )
}

function PasskeysForAll({ members, isOn }: { members: readonly TeamMember[]; isOn: boolean }) {
  const missing = members.filter(({ hasPasskey }) => !hasPasskey).length
  return (
    <Panel title="Passkeys only">
      <p>{isOn ? 'Everyone signs in with a passkey. Passwords are refused.' : 'Passwords are allowed.'}</p>
      <p className="hint mt-1 mb-4">
        {missing > 0
          ? `${counted(missing, 'person', 'people')} without a passkey: while it’s required, they have to add one before they can do anything else. `
          : 'Everyone has a passkey. '}
        To turn this on, you need a passkey and recovery codes yourself.
      </p>
      <Action
        action={deskPaths.teamPasskeyOnly()}
        fields={{ isOn: isOn ? 'no' : 'yes' }}
        label={isOn ? 'Allow passwords again' : 'Require passkeys for everyone'}
      />
    </Panel>
  )
}

function Member({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { id, email, role, isPasskeyOnly, sessionCount, seenAt } = member
  return (
    <li className="flex-wrap">
      <span className="min-w-56 grow">
        <span className="break-all">{email}</span> {isSelf && <span className="badge">you</span>}
        <span className="hint block">
          {ROLE_NAMES[role].name} · {waysIn(member)}
          {' · '}
          {seenAt ? (
            <>
              {counted(sessionCount, 'session')}, last used <When at={seenAt} />
            </>
          ) : (
            'not signed in'
          )}
        </span>
      </span>
      {!isSelf && (
        <div className="flex flex-wrap items-center gap-2">
          <Action action={deskPaths.memberRole(id)} label="Change">
            <RoleChoice id={`role-${id}`} label={`Role of ${email}`} chosen={role} isLabelHidden />
          </Action>
          <Action action={deskPaths.memberLink(id)} label="New link" />
          <Action
            action={deskPaths.memberPasskeyOnly(id)}
            fields={{ isOn: isPasskeyOnly ? 'no' : 'yes' }}
            label={isPasskeyOnly ? 'Allow password' : 'Require passkey'}
          />
          {sessionCount > 0 && (
            <Action
              action={deskPaths.endMemberSessions(id)}
              label="End sessions"
              confirm={`End all sessions of ${email}?`}
            />
          )}
          <Action
            action={deskPaths.removeMember(id)}
            label="Remove"
            kind="button-plain"
            confirm={`Remove ${email}? Their sessions end immediately.`}
          />
        </div>
      )}
    </li>
  )
}

function waysIn({ isLocked, hasPasskey, hasPassword, requiresPasskey }: TeamMember): string {
  if (isLocked) return 'locked since the shop was restored; needs a new link'
  const keys = [...(hasPasskey ? ['passkey'] : []), ...(hasPassword && !requiresPasskey ? ['password'] : [])]
  return keys.length > 0 ? `signs in with ${keys.join(' or ')}` : 'no password or passkey yet'
}

type RoleChoiceProps = { id: string; label: string; chosen: Role; isLabelHidden?: boolean }

function RoleChoice({ id, label, chosen, isLabelHidden = false }: RoleChoiceProps) {
  return (
    <span className="field-group">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      <select id={id} name="role" className="field" defaultValue={chosen}>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_NAMES[role].name}
          </option>
        ))}
      </select>
    </span>
  )
}
