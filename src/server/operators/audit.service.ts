import { listAudit } from '#server/platform/audit/audit.queries.ts'
import type { AuditSearch, AuditLine } from '#server/platform/audit/audit.views.ts'
import type { Database } from '#server/platform/db/database.ts'

export type AuditPage = {
  lines: AuditLine[]
  /** Cursor of the next page. */
  before: number | undefined
}

const PAGE = 50

export type AuditService = ReturnType<typeof createAuditService>

/** Reads the audit log, which is append-only. */
export function createAuditService({ orm }: Database) {
  return {
    async list(search: AuditSearch, before: number | undefined): Promise<AuditPage> {
      const found = await listAudit(orm, search, { before, limit: PAGE + 1 })
      const lines = found.slice(0, PAGE)
      return { lines, before: found.length > PAGE ? lines.at(-1)?.id : undefined }
    },
  }
}
