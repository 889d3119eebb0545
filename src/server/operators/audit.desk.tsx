import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { Audit } from '#desk/views/operators/audit.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { AuditSearch } from '#server/platform/audit/audit.views.ts'
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

const NOTHING: ReadonlySet<string> = new Set()

type AuditDeps = { audit: AuditService; catalogueRestore: CatalogueRestore }

export function auditRoutes({ audit, catalogueRestore }: AuditDeps): DeskRoute[] {
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
        const restorable = isAtLeast(visit.operator.role, 'owner') ? catalogueRestore.actions : NOTHING
        const first = before === undefined ? undefined : deskPaths.audit(search)
        const next = page.before === undefined ? undefined : deskPaths.audit({ ...search, before: String(page.before) })
        return visit.page({
          title: 'Activity log',
          section: 'audit',
          body: <Audit search={search} restorable={restorable} lines={page.lines} first={first} next={next} />,
        })
      },
    },
  ]
}
