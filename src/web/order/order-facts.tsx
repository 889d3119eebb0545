import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { OrderView } from '#contract/order-view.ts'
import { trackingUrl } from '#domain/orders/tracking-url.ts'
import { longDate } from '#domain/time/display.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { orderTimeline } from './order-timeline.ts'

const BRANDS: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  DISCOVER_DINERS: 'Diners Club',
  JCB: 'JCB',
  CHINA_UNIONPAY: 'UnionPay',
}

/** Next to the lines: progress, address and payment. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { tracking, shipTo, card } = order
  return (
    <div className="grid content-start gap-8">
      <Fact title="Where it is">
        <Timeline order={order} />
        {order.packages.length > 0 ? <Packages order={order} /> : tracking && <Tracking {...tracking} />}
      </Fact>
      {order.returns.length > 0 && (
        <Fact title={order.returns.length === 1 ? 'Your return' : 'Your returns'}>
          <Returns returns={order.returns} />
        </Fact>
      )}
      <Fact title="Ships to">
        {shipTo ? (
          <address className="not-italic">
            {shipTo.map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        ) : (
          <p className="text-soft">After 90 days this page no longer shows the address and the card.</p>
        )}
      </Fact>
      {card && (
        <Fact title="Paid with">
          <p>
            {BRANDS[card.brand] ?? 'Card'} ending in <span className="tabular-nums">{card.last4}</span>
          </p>
        </Fact>
      )}
    </div>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-title">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}

function Timeline({ order }: { order: OrderView }) {
  return (
    <ol className="order-timeline">
      {orderTimeline(order).map(({ label, at }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an order may be refunded twice, and what happened stays
        <li className={at ? 'is-done' : 'text-soft'} key={index}>
          <span>{label}</span>
          {at ? (
            <time className="text-small text-soft" dateTime={at}>
              {longDate(new Date(at))}
            </time>
          ) : (
            <span className="text-small">to come</span>
          )}
        </li>
      ))}
    </ol>
  )
}

function Packages({ order: { packages, follows } }: { order: OrderView }) {
  return (
    <>
      {packages.map(({ carrier, number, at, items }, index) => (
        <div className="mt-4" key={at}>
          <p className="font-medium">
            Package {index + 1}
            <time className="ml-2 text-small font-normal text-soft" dateTime={at}>
              {longDate(new Date(at))}
            </time>
          </p>
          <Items items={items} />
          {(carrier || number) && <Tracking carrier={carrier} number={number} />}
        </div>
      ))}
      {follows.length > 0 && (
        <div className="mt-4">
          <p className="font-medium">Still to come</p>
          <Items items={follows} />
        </div>
      )}
    </>
  )
}

function Items({ items }: { items: readonly string[] }) {
  return items.map((item) => (
    <span className="block" key={item}>
      {item}
    </span>
  ))
}

function Tracking({ carrier, number }: NonNullable<OrderView['tracking']>) {
  const url = trackingUrl(carrier, number)
  const text = [carrier, number].filter(Boolean).join(' ')
  return (
    <p className="mt-3">
      Tracking:{' '}
      {url ? (
        <a className="underlined" href={url} rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  )
}

function Returns({ returns }: Pick<OrderView, 'returns'>) {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  return (
    <ul className="grid gap-4">
      {returns.map(({ isReceived, at, items }) => (
        <li key={at}>
          <Items items={items} />
          <span className="block text-small text-soft">
            {isReceived ? 'We got it back on ' : 'We’re expecting it since '}
            <time dateTime={at}>{longDate(new Date(at))}</time>
          </span>
          {!isReceived && shop?.address && (
            <span className="block text-small text-soft">
              Send it to {shop.name}, {shop.address}. Put a note with your order number in the box.
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
