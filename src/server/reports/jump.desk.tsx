import { Jump } from '#desk/views/reports/jump.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import type { JumpService } from './jump.service.ts'

export function jumpRoutes({ jump }: { jump: JumpService }): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/jump',
      role: 'read-only',
      async handle(visit) {
        const typed = visit.query('q')
        const body = <Jump typed={typed} targets={await jump.find(typed, visit.operator.role)} />
        return visit.page({ title: 'Search', body })
      },
    },
    {
      method: 'GET',
      path: '/jump/targets',
      role: 'read-only',
      isData: true,
      handle: async (visit) => visit.data({ targets: await jump.find(visit.query('q'), visit.operator.role) }),
    },
  ]
}
