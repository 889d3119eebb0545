import { randomBytes } from 'node:crypto'
import type { Operator } from '#domain/operators/operator.ts'
import {
  normalizeRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODE_COUNT,
  toRecoveryCode,
} from '#domain/operators/recovery-code.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { replaceRecoveryCodes } from './recovery-codes.queries.ts'
import { hashToken } from './secret-token.ts'
import { notifyOperator } from './security-notices.ts'

export type RecoveryCodeService = ReturnType<typeof createRecoveryCodeService>

export function createRecoveryCodeService({ orm }: Database, now: () => Date) {
  return {
    /** New codes to show once; earlier ones are void. */
    async replace(operator: Operator, origin: Origin): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => toRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)))
      const hashes = codes.map((code) => hashRecoveryCode(operator.id, normalizeRecoveryCode(code)))
      await orm.transaction(async (tx) => {
        const at = now()
        await replaceRecoveryCodes(tx, operator.id, hashes, at)
        await addAudit(tx, {
          operatorId: operator.id,
          actor: operator.email,
          action: 'operator.recovery-codes',
          subjectKind: 'operator',
          subjectId: operator.id,
          before: null,
          after: { count: codes.length },
        })
        const cause = `${operator.id}:${at.toISOString()}`
        await notifyOperator(tx, operator, { event: 'recovery-codes-new', cause, origin, at })
      })
      return codes
    },
  }
}

/** Bound to the operator, so that equal codes of two operators have different hashes. */
export function hashRecoveryCode(operatorId: string, normalizedCode: string): string {
  return hashToken(`recovery ${operatorId} ${normalizedCode}`)
}
