import { deskPaths } from '#desk/desk-paths.ts'
import type { BadgeCounts } from '#desk/navigation.ts'
import { Today } from '#desk/views/reports/today.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { shopDay } from '#domain/time/display.ts'
import { type RangeChoice, toReportRange } from '#domain/time/report-range.ts'
import type { BackupService } from '#server/backup/backup.service.ts'
import type { DeskStreams } from '#server/desk/desk-streams.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { GoLive } from '#server/payments/go-live.service.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { salesCsv } from './sales-csv.ts'
import type { SalesReportService } from './sales.service.ts'
import type { TodayService } from './today.service.ts'

type TodayDeps = {
  today: TodayService
  countBadges: () => Promise<BadgeCounts>
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
  countBadges,
  sales,
  backups,
  goLive,
  shopSettings,
  now,
  streams,
  securityHeaders,
}: TodayDeps): DeskRoute[] {
  const readRange = (visit: OperatorVisit): RangeChoice =>
    toReportRange({ days: visit.query('days'), from: visit.query('from'), to: visit.query('to') }, shopDay(now()))
  const isCompared = (visit: OperatorVisit) => visit.query('compare') !== 'no'

  return [
    {
      method: 'GET',
      path: '/',
      role: 'read-only',
      async handle(visit) {
        const { range, problem } = readRange(visit)
        const { role } = visit.operator
        const isOwner = isAtLeast(role, 'owner')
        const wants = (part: string) => visit.wants(part)
        const isFirstDay = await today.isFirstDay()
        const [work, salesToday, report, backup, goLiveSteps] = await Promise.all([
          wants('work') ? today.work() : undefined,
          wants('sales-today') ? (isFirstDay ? ('none' as const) : sales.today()) : undefined,
          wants('analytics')
            ? isFirstDay
              ? ('none' as const)
              : sales.report(range, { isCompared: isCompared(visit) })
            : undefined,
          visit.isPartial ? undefined : backups.status(),
          isOwner && wants('go-live') ? goLive.onToday() : [],
        ])
        const body = (
          <Today
            now={now()}
            isFirstDay={isFirstDay}
            work={work}
            delivery={shopSettings.current().delivery}
            salesToday={salesToday}
            report={report}
            rangeProblem={problem}
            backup={backup}
            mayResend={isAtLeast(role, 'staff')}
            goLive={goLiveSteps}
            isOwner={isOwner}
          />
        )
        return visit.page({ title: 'Today', section: 'today', body, status: problem ? 422 : 200 })
      },
    },
    {
      method: 'GET',
      path: '/sales.csv',
      role: 'read-only',
      async handle(visit) {
        const { range, problem } = readRange(visit)
        if (problem) throw new AppError('invalid_request', problem, 400)
        const report = await sales.report(range, { isCompared: isCompared(visit) })
        return csvFile(`sales-${range.from}-to-${range.to}`, salesCsv(report), securityHeaders)
      },
    },
    {
      method: 'GET',
      path: '/badges',
      role: 'read-only',
      isData: true,
      handle: async (visit) => visit.data(await countBadges()),
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
