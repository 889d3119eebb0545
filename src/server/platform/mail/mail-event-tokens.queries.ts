import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { mailEventTokensTable } from './mail-event-tokens.tables.ts'

/** Returns true on the first use; a concurrent duplicate blocks until the first one commits or rolls back. */
export async function takeMailEventToken(tx: Orm, token: string): Promise<boolean> {
  const rows = await tx
    .insert(mailEventTokensTable)
    .values({ token })
    .onConflictDoNothing()
    .returning({ token: mailEventTokensTable.token })
  return rows.length > 0
}

export const purgeMailEventTokens: Purge = (orm, olderThanMs, limit) => {
  const { token, takenAt } = mailEventTokensTable
  return deleteSome(orm, {
    table: mailEventTokensTable,
    key: token,
    where: sql`${takenAt} < ${msAgo(olderThanMs)}`,
    limit,
  })
}
