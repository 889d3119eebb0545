import type { Operator } from '#domain/operators/operator.ts'
import { passwordProblem } from '#domain/operators/password-problem.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { forgetDevices } from './devices.queries.ts'
import { commonPasswordTest } from './is-common-password.ts'
import { storePasswordHash } from './operators.queries.ts'
import type { PasswordHasher } from './password-hash.ts'
import { hashToken } from './secret-token.ts'
import { notifyOperator } from './security-notices.ts'
import { deleteOtherSessions } from './sessions.queries.ts'

type PasswordDeps = { database: Database; hasher: PasswordHasher; publicUrl: URL; now: () => Date }

const SHOP_NAME = 'bloomera'

export type PasswordService = ReturnType<typeof createPasswordService>

export function createPasswordService({ database: { orm }, hasher, publicUrl, now }: PasswordDeps) {
  // The shop's domain without its TLD: easy to guess.
  const shopNames = [SHOP_NAME, ...publicUrl.hostname.split('.').slice(0, -1)]

  return {
    /** Sets it, or returns what is wrong with it. Ends all other sessions, in case the old one was known to others. */
    async set(operator: Operator, password: string, sessionId: string, origin: Origin): Promise<string | undefined> {
      const { email, name } = operator
      const problem = passwordProblem(password, { shopNames, email, name, isCommon: await commonPasswordTest() })
      if (problem) return problem
      const hash = await hasher.hash(password)
      await orm.transaction(async (tx) => {
        const at = now()
        await storePasswordHash(tx, operator.id, hash, at)
        await deleteOtherSessions(tx, operator.id, sessionId)
        await forgetDevices(tx, operator.id, origin.deviceToken && hashToken(origin.deviceToken))
        await addAudit(tx, {
          operatorId: operator.id,
          actor: email,
          action: 'operator.password',
          subjectKind: 'operator',
          subjectId: operator.id,
          before: null,
          after: null,
        })
        const cause = `${operator.id}:${at.toISOString()}`
        await notifyOperator(tx, operator, { event: 'password-changed', cause, origin, at })
      })
      return undefined
    },
  }
}
