import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { mailName } from '#desk/ui/mail-name.ts'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { BackupAge, BackupBadge } from '#desk/views/backup/backup-line.tsx'
import { GoLiveCard } from '#desk/views/payments/go-live-card.tsx'
import type { GoLiveState } from '#domain/money/go-live.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { counted, longDate, shopDay } from '#domain/time/display.ts'
import type { BackupStatus } from '#server/backup/backup.views.ts'
import type { SalesReport, SalesToday, FailedMail, Work } from '#server/reports/reports.views.ts'
import { Analytics } from './analytics.tsx'
import { NeedsYou } from './needs-you.tsx'
import { SalesTodayPanel } from './sales-today.tsx'

type TodayProps = {
  now: Date
  /** Nothing was sold yet: instead of empty charts, what to set up comes first. */
  isFirstDay: boolean
  /** Undefined if this part isn't wanted; so are the next ones. */
  work: Work | undefined
  delivery: DeliveryRules
  salesToday: SalesToday | 'none' | undefined
  report: SalesReport | 'none' | undefined
  /** Why the report isn't for the requested days. */
  rangeProblem: string | undefined
  backup: BackupStatus | undefined
  /** What's left to do before the first real sale; empty if nothing is, and for everyone but the owner. */
  goLive: readonly GoLiveState[]
  mayResend: boolean
  isOwner: boolean
}

export function Today(props: TodayProps) {
  const { now, isFirstDay, work, delivery, salesToday, report, rangeProblem, backup, goLive, mayResend, isOwner } =
    props
  const setUp = (
    <div id="go-live" data-live="orders">
      {goLive.length > 0 && <GoLiveCard states={goLive} isFirstDay={isFirstDay} />}
    </div>
  )
  return (
    <>
      <ScreenHead title="Today" lead={isFirstDay ? `Your first day · ${longDate(now)}` : longDate(now)} />
      <div className="today">
        <div className="today-work">
          {isFirstDay && setUp}
          {work && (
            <div id="work" className="grid gap-5" data-live="orders reviews mail stock">
              <Overdue count={work.counts.overdue} />
              <NeedsYou work={work} delivery={delivery} today={shopDay(now)} />
              {work.failedMails.length > 0 && <FailedMails mails={work.failedMails} mayResend={mayResend} />}
            </div>
          )}
          {salesToday && (
            <div id="sales-today" data-live="orders">
              {salesToday === 'none' ? <NoNumbersYet /> : <SalesTodayPanel sales={salesToday} />}
            </div>
          )}
        </div>
        <div className="today-side">
          {!isFirstDay && setUp}
          {backup && <ShopStatus backup={backup} now={now} isOwner={isOwner} />}
          {isFirstDay && isOwner && <WhenYouHaveAMinute />}
        </div>
      </div>
      {report && (
        <section id="analytics" data-live="orders reviews" data-costly="">
          {report !== 'none' && <Analytics report={report} problem={rangeProblem} />}
        </section>
      )}
    </>
  )
}

function NoNumbersYet() {
  return (
    <Panel title="Your numbers start with the first order">
      <p className="mt-2 text-soft">Sales, orders and best sellers show up here. Nothing to set up.</p>
    </Panel>
  )
}

function WhenYouHaveAMinute() {
  return (
    <Panel title="When you have a minute">
      <ul className="lines">
        <li className="thumb-links">
          <a className="underlined" href={deskPaths.importProducts()}>
            Import products from Shopify, WooCommerce or Square
          </a>
        </li>
        <li className="thumb-links">
          <a className="underlined" href={deskPaths.notifications()}>
            Get a notification for each order on your phone
          </a>
        </li>
        <li className="thumb-links">
          <a className="underlined" href={deskPaths.team()}>
            Invite someone to help
          </a>
        </li>
      </ul>
    </Panel>
  )
}

function Overdue({ count }: { count: number }) {
  if (count === 0) return undefined
  return (
    <p className="flash flash-problem" role="status">
      {counted(count, 'order')} paid over 20 days ago {count === 1 ? 'hasn’t' : 'haven’t'} shipped. By law, orders must
      ship within 30 days. Start at the top of <a href={deskPaths.orders()}>To pack</a> and{' '}
      <a href={deskPaths.orders({ list: 'packed' })}>Packed</a>, or open an order to send a delay notice.
    </p>
  )
}

function FailedMails({ mails, mayResend }: { mails: readonly FailedMail[]; mayResend: boolean }) {
  return (
    <Panel title="Undelivered emails" id="undelivered">
      <ul className="lines">
        {mails.map(({ id, template, recipient, createdAt, lastError }) => (
          <li key={id}>
            <span className="min-w-0">
              <span className="break-all">{recipient}</span>
              <span className="hint block">
                {mailName(template)} · <When at={createdAt} /> {lastError && `· ${lastError}`}
              </span>
            </span>
            {mayResend && <Action action={deskPaths.resendMail(id)} label="Send again" />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ShopStatus({ backup, now, isOwner }: { backup: BackupStatus; now: Date; isOwner: boolean }) {
  return (
    <Panel title="Shop status">
      <ul className="lines">
        <li>
          <span>
            {isOwner ? <a href={deskPaths.backups()}>Backup</a> : 'Backup'}
            <span className="hint block">
              <BackupAge status={backup} now={now} />
            </span>
          </span>
          <span className="thumb-links flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {isOwner && (
              <a className="underlined" href={deskPaths.downloadEverything()}>
                Download everything
              </a>
            )}
            <BackupBadge status={backup} />
          </span>
        </li>
      </ul>
    </Panel>
  )
}
