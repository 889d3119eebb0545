import { randomUUID } from 'node:crypto'
import { isEmailAddress } from '#contract/email-address.ts'
import type { Operator } from '#domain/operators/operator.ts'
import type { Role } from '#domain/operators/roles.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import {
  countOwners,
  deleteOperator,
  findLinkOwner,
  findOperator,
  findOperatorByEmail,
  insertOperator,
  listOperators,
  lockTeam,
  replaceLink,
  updateRole,
} from './operators.queries.ts'
import type { TeamMember } from './operators.views.ts'
import { hashToken, newToken } from './secret-token.ts'

export type TeamResult = { ok: true } | { ok: false; code: 'not_found' | 'last_owner' }
export type AddResult =
  | { ok: true; operator: Operator; token: string }
  | { ok: false; code: 'invalid_email' | 'already_there' }

const LINK_MS = 60 * 60 * 1000

export type OperatorService = ReturnType<typeof createOperatorService>

/** The operators, and the one-time links that let them in the first time. */
export function createOperatorService({ orm }: Database, now: () => Date) {
  async function makeLink(tx: Orm, operator: Operator, actor: Actor): Promise<string> {
    const token = newToken()
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + LINK_MS)
    await replaceLink(tx, {
      tokenHash: hashToken(token),
      operatorId: operator.id,
      kind: 'handed',
      createdAt,
      expiresAt,
    })
    await addAudit(tx, {
      ...actor,
      action: 'operator.link',
      ...subject(operator),
      before: null,
      after: { minutes: LINK_MS / 60_000 },
    })
    return token
  }

  function withOperator(id: string, work: (tx: Orm, operator: Operator) => Promise<TeamResult>): Promise<TeamResult> {
    return orm.transaction(async (tx) => {
      await lockTeam(tx)
      const operator = await findOperator(tx, id)
      return operator ? work(tx, operator) : { ok: false, code: 'not_found' }
    })
  }

  async function isLastOwner(tx: Orm, { role }: Operator): Promise<boolean> {
    return role === 'owner' && (await countOwners(tx)) === 1
  }

  return {
    list: (): Promise<TeamMember[]> => listOperators(orm, now()),

    findByEmail: (email: string): Promise<Operator | undefined> => findOperatorByEmail(orm, email),

    /** Adds an operator with their first link. */
    async add(given: string, role: Role, actor: Actor): Promise<AddResult> {
      const email = given.trim().toLowerCase()
      if (!isEmailAddress(email)) return { ok: false, code: 'invalid_email' }
      return orm.transaction(async (tx) => {
        const operator = { id: randomUUID(), email, name: email.split('@', 1)[0] ?? email, role }
        if (!(await insertOperator(tx, operator))) return { ok: false, code: 'already_there' }
        const after = { email, role }
        await addAudit(tx, { ...actor, action: 'operator.add', ...subject(operator), before: null, after })
        return { ok: true, operator, token: await makeLink(tx, operator, actor) }
      })
    },

    /** Valid for an hour and one use; voids the operator's earlier links. Undefined if there is no such operator. */
    async createLink(id: string, actor: Actor): Promise<string | undefined> {
      return orm.transaction(async (tx) => {
        const operator = await findOperator(tx, id)
        return operator && makeLink(tx, operator, actor)
      })
    },

    findLinkOwner: (token: string): Promise<Operator | undefined> => findLinkOwner(orm, hashToken(token), now()),

    changeRole: (id: string, role: Role, actor: Actor): Promise<TeamResult> =>
      withOperator(id, async (tx, operator) => {
        if (role !== 'owner' && (await isLastOwner(tx, operator))) return { ok: false, code: 'last_owner' }
        await updateRole(tx, id, role, now())
        const before = { role: operator.role }
        await addAudit(tx, { ...actor, action: 'operator.role', ...subject(operator), before, after: { role } })
        return { ok: true }
      }),

    /** Also ends their sessions and links. */
    remove: (id: string, actor: Actor): Promise<TeamResult> =>
      withOperator(id, async (tx, operator) => {
        if (await isLastOwner(tx, operator)) return { ok: false, code: 'last_owner' }
        const before = { email: operator.email, role: operator.role }
        // Before the deletion: the operator may be the actor, whom the entry refers to.
        await addAudit(tx, { ...actor, action: 'operator.remove', ...subject(operator), before, after: null })
        await deleteOperator(tx, id)
        return { ok: true }
      }),
  }
}

function subject({ id }: Operator): { subjectKind: string; subjectId: string } {
  return { subjectKind: 'operator', subjectId: id }
}
