import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { operatorRecoveryCodesTable } from './operators.tables.ts'

const { operatorId, codeHash, usedAt } = operatorRecoveryCodesTable

/** New codes void all earlier ones, used or not. */
export async function replaceRecoveryCodes(
  tx: Orm,
  owner: string,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await tx.delete(operatorRecoveryCodesTable).where(eq(operatorId, owner))
  await tx
    .insert(operatorRecoveryCodesTable)
    .values(hashes.map((hash) => ({ operatorId: owner, codeHash: hash, createdAt })))
}

/** Marks the code as used. Returns false if it is unknown or was used: of two concurrent requests, one wins. */
export async function takeRecoveryCode(tx: Orm, owner: string, hash: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(operatorRecoveryCodesTable)
    .set({ usedAt: now })
    .where(and(eq(operatorId, owner), eq(codeHash, hash), isNull(usedAt)))
    .returning({ codeHash })
  return rows.length > 0
}

export async function countRecoveryCodes(orm: Orm, owner: string): Promise<number> {
  return orm.$count(operatorRecoveryCodesTable, and(eq(operatorId, owner), isNull(usedAt)))
}
