import { deskPaths } from '#desk/desk-paths.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { createAccessCookies } from '#server/desk/session-cookie.ts'
import type { SessionService } from './sessions.service.ts'

export type SessionDeps = { sessions: SessionService; publicUrl: URL }

/**
 * Operators' own sessions and browsers. Nothing here is sensitive: it only revokes access, and a worried operator
 * should not have to confirm first.
 */
export function sessionRoutes({ sessions, publicUrl }: SessionDeps): DeskRoute[] {
  const cookies = createAccessCookies(publicUrl)
  return [
    {
      method: 'POST',
      path: '/account/sessions/:id/end',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        await sessions.end(visit.operator.id, visit.id('id'))
        return visit.go(deskPaths.account(), { kind: 'done', text: 'Session ended.' })
      },
    },
    {
      method: 'POST',
      path: '/account/sessions/end-others',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        const { operator, sessionId, origin, actor } = visit
        await sessions.endOthers(operator.id, sessionId, origin.deviceToken, actor)
        return visit.go(deskPaths.account(), { kind: 'done', text: 'All other sessions ended.' })
      },
    },
    {
      method: 'POST',
      path: '/account/sessions/end-all',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        await sessions.endAll(visit.operator.id, visit.actor)
        cookies.clear(visit.c, true)
        visit.c.header('clear-site-data', '"cache", "cookies", "storage"')
        return visit.go(deskPaths.signedOut())
      },
    },
    {
      method: 'POST',
      path: '/account/browsers/:id/forget',
      role: 'read-only',
      isForSetup: true,
      async handle(visit) {
        await sessions.forgetDevice(visit.operator.id, visit.id('id'))
        return visit.go(deskPaths.account(), { kind: 'done', text: 'Browser forgotten.' })
      },
    },
  ]
}
