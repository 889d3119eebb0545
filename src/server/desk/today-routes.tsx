import { deskPaths } from '#desk/desk-paths.ts'
import { Today } from '#desk/views/today.tsx'
import { longDate } from '#domain/display.ts'
import { isPeriod } from '#domain/periods.ts'
import { isAtLeast } from '#domain/roles.ts'
import type { DeskParts } from './desk-parts.ts'
import type { DeskRoute } from './route.ts'

export function todayRoutes({ desk, now, streams, securityHeaders }: DeskParts): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      role: 'read-only',
      async handle(visit) {
        const given = visit.query('by')
        const [work, report] = await Promise.all([
          desk.today.work(),
          desk.sales.report(isPeriod(given) ? given : 'day'),
        ])
        const mayResend = isAtLeast(visit.operator.role, 'staff')
        const body = <Today day={longDate(now())} work={work} report={report} mayResend={mayResend} />
        return visit.page({ title: 'Today', section: 'today', body })
      },
    },
    {
      method: 'GET',
      path: '/live',
      role: 'read-only',
      isData: true,
      handle(visit) {
        const body = streams.open(visit.query('drawnAt'))
        if (!body) return visit.data({ error: 'Too many desks are open.' }, 429)
        const headers = { ...securityHeaders.forDesk, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
        return visit.c.body(body, 200, headers)
      },
    },
    {
      method: 'POST',
      path: '/mail/:id/resend',
      role: 'staff',
      async handle(visit) {
        const isSent = await desk.today.resendMail(visit.id('id'), visit.actor)
        return visit.go(
          deskPaths.today(),
          isSent
            ? { kind: 'done', text: 'The mail is on its way again.' }
            : { kind: 'problem', text: 'This mail is not waiting for you any more.' },
        )
      },
    },
  ]
}
