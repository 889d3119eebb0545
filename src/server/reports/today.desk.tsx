import { deskPaths } from '#desk/desk-paths.ts'
import { Today } from '#desk/views/reports/today.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { isPeriod } from '#domain/time/periods.ts'
import type { BackupService } from '#server/backup/backup.service.ts'
import type { DeskStreams } from '#server/desk/desk-streams.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { GoLive } from '#server/payments/go-live.service.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { SalesReportService } from './sales.service.ts'
import type { TodayService } from './today.service.ts'

type TodayDeps = {
  today: TodayService
  sales: SalesReportService
  backups: Pick<BackupService, 'status'>
  goLive: Pick<GoLive, 'onToday'>
  shopSettings: { current: () => { delivery: DeliveryRules } }
  now: () => Date
  streams: DeskStreams
  securityHeaders: SecurityHeaders
}

export function todayRoutes({
  today,
  sales,
  backups,
  goLive,
  shopSettings,
  now,
  streams,
  securityHeaders,
}: TodayDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      role: 'read-only',
      async handle(visit) {
        const given = visit.query('by')
        const { role } = visit.operator
        const isOwner = isAtLeast(role, 'owner')
        const [work, salesToday, report, backup, goLiveSteps] = await Promise.all([
          today.work(),
          sales.today(),
          sales.report(isPeriod(given) ? given : 'day'),
          backups.status(),
          isOwner ? goLive.onToday() : [],
        ])
        const body = (
          <Today
            now={now()}
            work={work}
            delivery={shopSettings.current().delivery}
            salesToday={salesToday}
            report={report}
            backup={backup}
            mayResend={isAtLeast(role, 'staff')}
            goLive={goLiveSteps}
            isOwner={isOwner}
          />
        )
        return visit.page({ title: 'Today', section: 'today', body })
      },
    },
    {
      method: 'GET',
      path: '/live',
      role: 'read-only',
      isData: true,
      handle(visit) {
        const body = streams.open(visit.query('renderedAt'))
        if (!body) return visit.data({ error: 'Too many tabs are open.' }, 429)
        const headers = { ...securityHeaders.forDesk, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
        return visit.c.body(body, 200, headers)
      },
    },
    {
      method: 'POST',
      path: '/mail/:id/resend',
      role: 'staff',
      async handle(visit) {
        const isSent = await today.resendMail(visit.id('id'), visit.actor)
        return visit.go(
          deskPaths.today(),
          isSent
            ? { kind: 'done', text: 'Sending again.' }
            : { kind: 'problem', text: 'This email no longer needs to be resent.' },
        )
      },
    },
  ]
}
