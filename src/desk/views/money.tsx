import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { counted } from '#domain/display.ts'
import { formatCents } from '#domain/money.ts'
import type { NightlyCheck } from '#server/db/money-check.queries.ts'
import type { ShownAlert } from '#server/services/alerts.ts'
import type { MoneyReport, Sum } from '#server/services/money-check.ts'
import { MoneyDifferences } from './money-differences.tsx'

type MoneyProps = {
  days: { from: string; to: string }
  /** Undefined when the provider could not be asked. */
  report: MoneyReport | undefined
  problem: string | undefined
  nights: readonly NightlyCheck[]
  alerts: readonly ShownAlert[]
  maySee: boolean
  mayRepair: boolean
}

export function Money({ days, report, problem, nights, alerts, maySee, mayRepair }: MoneyProps) {
  return (
    <>
      <ScreenHead title="Money" lead="Our card orders beside the payments and refunds of the provider." />
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
        <Alerts alerts={alerts} maySee={maySee} />
        <Nights nights={nights} />
      </div>
    </>
  )
}

function Comparison({ report }: { report: MoneyReport }) {
  const { shop, provider, matched, underWay } = report
  return (
    <Panel title="Side by side">
      <table className="balance">
        <caption className="sr-only">The shop and the provider</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Shop</th>
            <th scope="col">Provider</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow label="Payments" shop={shop.payments} provider={provider.payments} />
          <BalanceRow label="Refunds" shop={shop.refunds} provider={provider.refunds} />
        </tbody>
      </table>
      <p className="hint mt-3">
        {counted(matched.count, 'payment')} over {formatCents(matched.cents)} found on both sides
        {underWay > 0 && `; ${counted(underWay, 'payment or refund', 'payments or refunds')} still under way`}. Orders
        without card are not counted here.
      </p>
    </Panel>
  )
}

function BalanceRow({ label, shop, provider }: { label: string; shop: Sum; provider: Sum }) {
  const difference = shop.cents - provider.cents
  return (
    <tr>
      <th scope="row">{label}</th>
      <Amount sum={shop} />
      <Amount sum={provider} />
      <td className={difference === 0 ? undefined : 'text-error'}>
        {difference === 0 ? '–' : formatCents(difference)}
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

function Alerts({ alerts, maySee }: { alerts: readonly ShownAlert[]; maySee: boolean }) {
  return (
    <Panel title="Alerts" id="alerts">
      {alerts.length === 0 ? (
        <Empty>Nothing to worry about.</Empty>
      ) : (
        <ul className="lines">
          {alerts.map(({ id, title, subject, detail, createdAt, seenAt }) => (
            <li key={id} className={seenAt ? 'alert-seen' : undefined}>
              <span className="min-w-0">
                <span className={seenAt ? undefined : 'text-error'}>{title}</span>
                <span className="hint block break-words">
                  {subject} · {shortDateTime(createdAt)}
                  {seenAt && ` · seen ${shortDateTime(seenAt)}`}
                </span>
                <span className="hint block break-words">{detail}</span>
              </span>
              {maySee && !seenAt && <Action action={deskPaths.alertSeen(id)} label="Seen" />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Nights({ nights }: { nights: readonly NightlyCheck[] }) {
  return (
    <Panel title="Every night">
      {nights.length === 0 ? (
        <p className="hint">The money of each day is checked by itself at 3 in the morning.</p>
      ) : (
        <ul className="lines">
          {nights.map(({ day, finishedAt, differenceCount }) => (
            <li key={day}>
              <a className="underlined" href={deskPaths.money({ from: day, to: day })}>
                {day}
              </a>
              <NightState isFinished={finishedAt !== null} count={differenceCount ?? 0} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NightState({ isFinished, count }: { isFinished: boolean; count: number }) {
  if (!isFinished) return <span className="badge badge-wait">under way</span>
  return count === 0 ? (
    <span className="badge badge-good">matched</span>
  ) : (
    <span className="badge badge-bad">{counted(count, 'difference')}</span>
  )
}
