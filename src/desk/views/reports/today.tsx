import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { mailName } from '#desk/ui/mail-name.ts'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { BackupAge, BackupBadge } from '#desk/views/backup/backup-line.tsx'
import { GoLiveCard } from '#desk/views/payments/go-live-card.tsx'
import type { GoLiveState } from '#domain/money/go-live.ts'
import { counted, longDate } from '#domain/time/display.ts'
import { type Period, PERIODS } from '#domain/time/periods.ts'
import type { BackupStatus } from '#server/backup/backup.views.ts'
import type { SalesReport, FailedMail, Work } from '#server/reports/reports.views.ts'
import { SalesCharts } from './sales-charts.tsx'

type TodayProps = {
  now: Date
  work: Work
  report: SalesReport
  backup: BackupStatus
  /** What is left before the first real sale; empty if nothing is, and for everybody but the owner. */
  goLive: readonly GoLiveState[]
  mayResend: boolean
  isOwner: boolean
}

export function Today({ now, work, report, backup, goLive, mayResend, isOwner }: TodayProps) {
  const { counts, countedUpTo: upTo, lowStock, failedMails } = work
  return (
    <>
      <ScreenHead title="Today" lead={longDate(now)} />
      <div id="go-live" data-live="orders">
        {goLive.length > 0 && <GoLiveCard states={goLive} />}
      </div>
      <div id="work" data-live="orders reviews mail stock">
        {counts.overdue > 0 && (
          <p className="flash flash-problem mt-5" role="status">
            {counted(counts.overdue, 'order')} paid over 20 days ago {counts.overdue === 1 ? 'hasn’t' : 'haven’t'}{' '}
            shipped. By law, orders must ship within 30 days. Start at the top of{' '}
            <a href={deskPaths.orders()}>To pack</a> and <a href={deskPaths.orders({ list: 'packed' })}>Packed</a>, or
            open an order to send a delay notice.
          </p>
        )}
        <ul className="tiles">
          <Tile count={counts.toPack} label="to pack" upTo={upTo} href={deskPaths.orders()} />
          <Tile
            count={counts.toConfirm}
            label={counts.toConfirm === 1 ? 'payment pending' : 'payments pending'}
            upTo={upTo}
            href={deskPaths.orders({ list: 'confirming' })}
          />
          <Tile
            count={counts.toRead}
            label={counts.toRead === 1 ? 'review to moderate' : 'reviews to moderate'}
            upTo={upTo}
            href={deskPaths.reviews()}
          />
          <Tile
            count={counts.lowStock}
            label="low stock"
            upTo={upTo}
            isBad={lowStock.some(({ onHand }) => onHand === 0)}
          />
          <Tile
            count={counts.deadMail}
            label={counts.deadMail === 1 ? 'undelivered email' : 'undelivered emails'}
            upTo={upTo}
            isBad={counts.deadMail > 0}
          />
        </ul>
        {(lowStock.length > 0 || failedMails.length > 0) && (
          <div className="panels md:grid-cols-2">
            {lowStock.length > 0 && (
              <Panel title="Low stock">
                <ul className="lines">
                  {lowStock.map(({ productId, name, size, onHand }) => (
                    <li key={productId + size}>
                      <span>
                        {name} <span className="hint">{size === 'single' ? '' : size}</span>
                      </span>
                      <span className={onHand === 0 ? 'badge badge-bad' : 'badge'}>
                        {onHand === 0 ? 'Out of stock' : `${onHand} left`}
                      </span>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            {failedMails.length > 0 && <FailedMails mails={failedMails} mayResend={mayResend} />}
          </div>
        )}
      </div>
      <ShopStatus backup={backup} now={now} isOwner={isOwner} />
      <PeriodChoice chosen={report.period} />
      <div id="charts" data-live="orders reviews">
        <SalesCharts report={report} />
      </div>
    </>
  )
}

type TileProps = { count: number; label: string; isBad?: boolean; upTo: number; href?: string }

function Tile({ count, label, isBad = false, upTo, href }: TileProps) {
  const content = (
    <>
      <span className={isBad ? 'tile-count text-error' : 'tile-count'}>{count >= upTo ? `${upTo - 1}+` : count}</span>
      <span>{label}</span>
    </>
  )
  return <li className={count > 0 ? 'tile' : 'tile tile-calm'}>{href ? <a href={href}>{content}</a> : content}</li>
}

function FailedMails({ mails, mayResend }: { mails: readonly FailedMail[]; mayResend: boolean }) {
  return (
    <Panel title="Undelivered emails">
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
    <div className="panels">
      <Panel title="Shop status">
        <ul className="lines">
          <li>
            <span>
              {isOwner ? <a href={deskPaths.backups()}>Backup</a> : 'Backup'}
              <span className="hint block">
                <BackupAge status={backup} now={now} />
              </span>
            </span>
            <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
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
    </div>
  )
}

const PERIOD_LABELS: Record<Period, string> = { day: '30 days', week: '12 weeks', month: '12 months' }

function PeriodChoice({ chosen }: { chosen: Period }) {
  return (
    <nav className="periods" aria-label="Reporting period">
      <h2>Analytics</h2>
      <span className="flex gap-1">
        {PERIODS.map((period) => (
          <a key={period} className="chip" href={deskPaths.today(period)} aria-current={period === chosen || undefined}>
            {PERIOD_LABELS[period]}
          </a>
        ))}
      </span>
    </nav>
  )
}
