import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { Audit } from '#desk/views/operators/audit.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { AuditLine, AuditSearch } from '#server/platform/audit/audit.views.ts'
import type { AuditService } from './audit.service.ts'
import type { CatalogueRestore } from './restore.service.ts'

const day = z.iso.date().catch('')
const searchSchema = z.object({
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  from: day,
  to: day,
}) satisfies z.ZodType<AuditSearch>

const beforeSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)

const NOTHING: ReadonlySet<number> = new Set()

type AuditDeps = {
  audit: AuditService
  catalogueRestore: CatalogueRestore
  /** By the ids of things that have names. */
  subjectNames: (lines: readonly AuditLine[]) => Promise<Map<string, string>>
}

export function auditRoutes({ audit, catalogueRestore, subjectNames }: AuditDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/audit',
      role: 'read-only',
      async handle(visit) {
        const search = searchSchema.parse(
          Object.fromEntries(Object.keys(searchSchema.shape).map((name) => [name, visit.query(name)])),
        )
        const before = beforeSchema.parse(visit.query('before') || undefined)
        const page = await audit.list(search, before)
        const names = await subjectNames(page.lines)
        const lines = page.lines.map((line) => ({ ...line, name: names.get(line.subjectId) }))
        const isOwner = isAtLeast(visit.operator.role, 'owner')
        const restorable = isOwner ? await catalogueRestore.listRestorable(page.lines) : NOTHING
        const first = before === undefined ? undefined : deskPaths.audit(search)
        const next = page.before === undefined ? undefined : deskPaths.audit({ ...search, before: String(page.before) })
        return visit.page({
          title: 'Activity log',
          section: 'audit',
          body: (
            <Audit
              me={visit.actor.actor}
              search={search}
              restorable={restorable}
              lines={lines}
              first={first}
              next={next}
            />
          ),
        })
      },
    },
  ]
}
