import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { ROLE_NAMES, ROLES, type Role } from '#domain/roles.ts'
import type { TeamMember } from '#server/services/operators.ts'

type TeamProps = { members: readonly TeamMember[]; ownId: string; email?: string; problem?: string | undefined }

export function Team({ members, ownId, email, problem }: TeamProps) {
  return (
    <>
      <ScreenHead title="Team" lead="Everybody who can open this desk. Shoppers have no accounts." />
      <div className="panels">
        <Panel title="People">
          <ul className="lines">
            {members.map((member) => (
              <Member key={member.id} member={member} isSelf={member.id === ownId} />
            ))}
          </ul>
        </Panel>
        <Panel title="Invite somebody">
          <form method="post" action={deskPaths.team()} className="grid max-w-sm gap-4">
            <Field
              name="email"
              label="E-mail"
              type="email"
              autoComplete="off"
              required
              defaultValue={email}
              error={problem}
            />
            <RoleChoice id="new-role" label="Role" chosen="staff" />
            <div>
              <button type="submit" className="button">
                Make an invitation
              </button>
            </div>
          </form>
        </Panel>
      </div>
    </>
  )
}

function Member({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { id, email, role, hasPassword, hasPasskey } = member
  const keys = [...(hasPasskey ? ['passkey'] : []), ...(hasPassword ? ['password'] : [])]
  return (
    <li className="flex-wrap">
      <span className="min-w-56 grow">
        <span className="break-all">{email}</span> {isSelf && <span className="badge">you</span>}
        <span className="hint block">
          {ROLE_NAMES[role].name} ·{' '}
          {keys.length > 0 ? `signs in by ${keys.join(' or ')}` : 'has neither password nor passkey yet'}
        </span>
      </span>
      {!isSelf && (
        <div className="flex flex-wrap items-center gap-2">
          <Action action={deskPaths.memberRole(id)} label="Change">
            <RoleChoice id={`role-${id}`} label={`Role of ${email}`} chosen={role} isLabelHidden />
          </Action>
          <Action action={deskPaths.memberLink(id)} label="New link" />
          <Action
            action={deskPaths.removeMember(id)}
            label="Remove"
            kind="button-plain"
            confirm={`Remove ${email}? Their sessions end at once.`}
          />
        </div>
      )}
    </li>
  )
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
