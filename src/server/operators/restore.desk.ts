import { deskPaths } from '#desk/desk-paths.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CatalogueRestore } from './restore.service.ts'

const PROBLEMS = {
  not_found: 'There’s nothing to undo.',
  forbidden: 'Only an owner can undo this.',
  too_late: 'It’s too late to undo this. An owner can restore it from the audit log.',
  changed: 'It has changed since then. The audit log has every version.',
}

type RestoreDeps = { catalogueRestore: CatalogueRestore }

export function restoreRoutes({ catalogueRestore }: RestoreDeps): DeskRoute[] {
  return [
    {
      method: 'POST',
      path: '/audit/:id/restore',
      role: 'staff',
      async handle(visit) {
        const id = visit.c.req.param('id') ?? ''
        if (!/^\d{1,15}$/.test(id)) throw new AppError('not_found', 'There is no such entry.', 404)
        const fields = await visit.form()
        const isAnyway = fields.get('anyway') === 'yes'
        const result = await catalogueRestore.restore(Number(id), visit, isAnyway)
        const back = visit.nextPath(fields.get('back') ?? deskPaths.audit())
        if (result.ok) return visit.go(back, { kind: 'done', text: 'Undone.' })
        const text = result.code === 'refused' ? result.message : PROBLEMS[result.code]
        return visit.go(back, { kind: 'problem', text })
      },
    },
  ]
}
