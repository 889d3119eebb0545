import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { Audit } from '#desk/views/operators/audit.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { AuditSearch } from '#server/platform/audit/audit.views.ts'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { AuditService } from './audit.service.ts'
import type { CatalogueRestore } from './restore.service.ts'

const day = z.iso.date().catch('')
const searchSchema = z.object({
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  from: day,
  to: day,
  words: z.string().max(100).catch(''),
}) satisfies z.ZodType<AuditSearch>

const beforeSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)

const NOTHING: ReadonlySet<number> = new Set()

type AuditDeps = {
  audit: AuditService
  catalogueRestore: CatalogueRestore
  securityHeaders: SecurityHeaders
}

export function auditRoutes({ audit, catalogueRestore, securityHeaders }: AuditDeps): DeskRoute[] {
  const readSearch = (visit: OperatorVisit): AuditSearch =>
    searchSchema.parse(Object.fromEntries(Object.keys(searchSchema.shape).map((name) => [name, visit.query(name)])))

  return [
    {
      method: 'GET',
      path: '/audit',
      role: 'read-only',
      async handle(visit) {
        const search = readSearch(visit)
        const before = beforeSchema.parse(visit.query('before') || undefined)
        const [page, people] = await Promise.all([audit.list(search, before), audit.people()])
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
              people={people}
              mayExport={isOwner}
              restorable={restorable}
              lines={page.lines}
              first={first}
              next={next}
            />
          ),
        })
      },
    },
    {
      method: 'GET',
      path: '/audit/export.csv',
      role: 'owner',
      isSensitive: true,
      isFile: true,
      handle: (visit) => csvFile('activity', audit.exportCsv(readSearch(visit)), securityHeaders),
    },
  ]
}
