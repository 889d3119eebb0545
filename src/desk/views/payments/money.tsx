import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { Flow, Sum } from '#domain/money/money-balance.ts'
import { calendarDate, counted } from '#domain/time/display.ts'
import type { ShownAlert } from '#server/alerts/alerts.views.ts'
import type { MoneyReport, StuckItem, NightlyCheck } from '#server/payments/payments.views.ts'
import { MoneyDifferences } from './money-differences.tsx'

type MoneyProps = {
  days: { from: string; to: string }
  /** Undefined if the provider could not be reached. */
  report: MoneyReport | undefined
  problem: string | undefined
  nights: readonly NightlyCheck[]
  alerts: readonly ShownAlert[]
  stuck: readonly StuckItem[]
  maySee: boolean
  mayRepair: boolean
}

export function Money({ days, report, problem, nights, alerts, stuck, maySee, mayRepair }: MoneyProps) {
  return (
    <>
      <ScreenHead
        title="Payouts & reconciliation"
        lead="Your card orders compared with Square’s payments and refunds. Payouts to your bank are in Square Dashboard."
      />
      <form method="get" action={deskPaths.money()} className="day-choice">
        <Field name="from" label="From" type="date" defaultValue={days.from} required />
        <Field name="to" label="To" type="date" defaultValue={days.to} required />
        <button type="submit" className="button button-quiet">
          Compare
        </button>
      </form>
      <div className="panels">
        {problem && (
          <p className="flash flash-problem m-0" role="alert">
            {problem}
          </p>
        )}
        {report && <Comparison report={report} />}
        {report && <MoneyDifferences report={report} days={days} mayRepair={mayRepair} />}
        {stuck.length > 0 && <Stuck items={stuck} days={days} mayRepair={mayRepair} />}
        <Alerts alerts={alerts} maySee={maySee} />
        <Nights nights={nights} />
      </div>
    </>
  )
}

function Comparison({ report }: { report: MoneyReport }) {
  const { matched, underWay } = report
  return (
    <Panel title="Summary">
      <table className="balance">
        <caption className="sr-only">Shop and Square</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Shop</th>
            <th scope="col">Square</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow label="Payments" flow="payments" report={report} />
          <BalanceRow label="Refunds" flow="refunds" report={report} />
        </tbody>
      </table>
      <p className="hint mt-3">
        {counted(matched.payments.count, 'payment')} matched, {formatCents(matched.payments.cents)} in total.
        {underWay > 0 &&
          ` ${counted(underWay, 'payment or refund is', 'payments or refunds are')} still settling and not included.`}{' '}
        Orders paid without a card are not included.
      </p>
    </Panel>
  )
}

/** The difference is what is unexplained: it is zero exactly when there is nothing left to do. */
function BalanceRow({ label, flow, report }: { label: string; flow: Flow; report: MoneyReport }) {
  const [open, explained] = [report.open[flow], report.explained[flow]]
  return (
    <tr>
      <th scope="row">{label}</th>
      <Amount sum={report.shop[flow]} />
      <Amount sum={report.provider[flow]} />
      <td className={open === 0 ? undefined : 'text-error'}>
        {open === 0 ? '–' : formatCents(open)}
        {explained !== 0 && <span className="hint block">{formatCents(explained)} explained</span>}
      </td>
    </tr>
  )
}

function Amount({ sum }: { sum: Sum }) {
  return (
    <td>
      {formatCents(sum.cents)}
      <span className="hint block">{sum.count}</span>
    </td>
  )
}

function Stuck({
  items,
  days,
  mayRepair,
}: {
  items: readonly StuckItem[]
  days: MoneyProps['days']
  mayRepair: boolean
}) {
  return (
    <Panel title="Stuck" id="stuck">
      <p className="hint">
        We tried these many times and stopped. Try again once the cause is fixed; a message you close is not processed.
      </p>
      <ul className="lines mt-3">
        {items.map(({ queue, id, title, about, since, attempts, lastError, mayClose }) => (
          <li key={queue + id}>
            <span className="min-w-0">
              {title}
              <span className="hint block break-words">
                {about && `${about} · `}
                <When at={since} /> · {counted(attempts, 'try', 'tries')}
                {lastError && ` · ${lastError}`}
              </span>
            </span>
            {mayRepair && (
              <span className="flex flex-wrap gap-2">
                <Action
                  action={deskPaths.moneyRepair('retry-stuck')}
                  fields={{ queue, subject: id, ...days }}
                  label="Try again"
                />
                {mayClose && (
                  <Action
                    action={deskPaths.moneyRepair('close-stuck')}
                    fields={{ queue, subject: id, ...days }}
                    label="Close"
                    confirm="Close this message without processing it?"
                    kind="button-plain"
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Alerts({ alerts, maySee }: { alerts: readonly ShownAlert[]; maySee: boolean }) {
  return (
    <Panel title="Alerts" id="alerts">
      {alerts.length === 0 ? (
        <Empty>No alerts.</Empty>
      ) : (
        <ul className="lines">
          {alerts.map((alert) => (
            <AlertLine key={alert.id} alert={alert} maySee={maySee} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** A resolved alert shows its resolution instead of what to do. */
function AlertLine({ alert, maySee }: { alert: ShownAlert; maySee: boolean }) {
  const { id, title, subject, detail, createdAt, seenAt, resolution } = alert
  return (
    <li className={seenAt ? 'alert-seen' : undefined}>
      <span className="min-w-0">
        <span className={seenAt ? undefined : 'text-error'}>{title}</span>
        <span className="hint block break-words">
          {subject} · <When at={createdAt} />
          {seenAt && !resolution && (
            <>
              {' '}
              · seen <When at={seenAt} />
            </>
          )}
        </span>
        <span className="hint block break-words">{resolution ? `Resolved. ${resolution}` : detail}</span>
      </span>
      {maySee && !seenAt && <Action action={deskPaths.alertSeen(id)} label="Mark as seen" />}
    </li>
  )
}

function Nights({ nights }: { nights: readonly NightlyCheck[] }) {
  return (
    <Panel title="Nightly checks">
      {nights.length === 0 ? (
        <p className="hint">Each day’s payments are checked automatically at 3 AM.</p>
      ) : (
        <ul className="lines">
          {nights.map(({ day, finishedAt, differenceCount, lastError }) => (
            <li key={day}>
              <a className="underlined" href={deskPaths.money({ from: day, to: day })}>
                {calendarDate(day)}
              </a>
              <NightState
                isFinished={finishedAt !== null}
                hasFailed={lastError !== null}
                count={differenceCount ?? 0}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NightState({ isFinished, hasFailed, count }: { isFinished: boolean; hasFailed: boolean; count: number }) {
  if (!isFinished)
    return <span className="badge badge-wait">{hasFailed ? 'Failed, trying again' : 'Not checked yet'}</span>
  return count === 0 ? (
    <span className="badge badge-good">Matched</span>
  ) : (
    <span className="badge badge-bad">{counted(count, 'difference')}</span>
  )
}
