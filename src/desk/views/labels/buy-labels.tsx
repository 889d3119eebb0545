import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { BackLink, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { weightText } from '#domain/orders/package-size.ts'
import { serviceName } from '#domain/orders/service-name.ts'
import { counted } from '#domain/time/display.ts'
import type { LabelQuote, Rate } from '#server/labels/labels.views.ts'

type BuyLabelsProps = {
  quotes: readonly LabelQuote[]
  list: string
  /** Selected orders that can no longer be shipped. */
  leftOut: number
  isTest: boolean
}

/** What the cheapest label of each order costs, before any money is spent. */
export function BuyLabels({ quotes, list, leftOut, isTest }: BuyLabelsProps) {
  const offers = quotes.flatMap((quote) => {
    const rate = 'rates' in quote ? quote.rates[0] : undefined
    return rate ? [{ quote, rate }] : []
  })
  const totalCents = offers.reduce((sum, { rate }) => sum + rate.cents, 0)
  return (
    <>
      <BackLink href={deskPaths.orders({ list })}>Orders</BackLink>
      <ScreenHead
        title="Buy labels"
        lead={`The cheapest service for each order. Nothing is bought until you press the button.${leftOut > 0 ? ` ${counted(leftOut, 'order')} left out: can no longer be shipped.` : ''}`}
      />
      {isTest && <TestKey />}
      <form method="post" action={labelPaths.buyLabels()} className="label-form">
        <input type="hidden" name="list" value={list} />
        <div className="panel">
          <ul className="lines">
            {quotes.map((quote) => (
              <li key={quote.order.id}>
                <QuoteLine quote={quote} />
              </li>
            ))}
          </ul>
        </div>
        {offers.length > 0 && (
          <button type="submit" className="button">
            Buy {counted(offers.length, 'label')} for {formatCents(totalCents)}
          </button>
        )}
      </form>
    </>
  )
}

function QuoteLine({ quote }: { quote: LabelQuote }) {
  const { order, packageSize } = quote
  const rate = 'rates' in quote ? quote.rates[0] : undefined
  return (
    <>
      <span className="min-w-0">
        <span className="font-medium">{order.number}</span> {order.firstName} {order.lastName}
        <span className="hint block">
          {order.city}, {order.stateCode} · {weightText(packageSize.weightOz)}
          {rate && ` · ${rateName(rate)}`}
        </span>
        {'problem' in quote && <span className="field-error block">{quote.problem}</span>}
        {rate && (
          <>
            <input type="hidden" name="id" value={order.id} />
            <input type="hidden" name={`label-${order.id}`} value={labelField(rate, quote)} />
            <a className="underlined text-small" href={labelPaths.buyLabel(order.id)}>
              Other services<span className="sr-only"> for {order.number}</span>
            </a>
          </>
        )}
      </span>
      {rate && <span className="tabular-nums">{formatCents(rate.cents)}</span>}
    </>
  )
}

/** What the operator sees is what they agree to: the service, the package and the most it may cost. */
export function labelField(
  { carrier, service, cents }: Rate,
  { packageSize }: Pick<LabelQuote, 'packageSize'>,
): string {
  return JSON.stringify({ carrier, service, maxCents: cents, packageSize })
}

export function rateName({ carrier, service, days }: Rate): string {
  const name = serviceName(carrier, service)
  return days ? `${name}, about ${counted(days, 'day')}` : name
}

export function TestKey() {
  return (
    <p className="flash mt-4">
      This is a test key: labels cost nothing, and the carrier won’t take a package with one.
    </p>
  )
}
