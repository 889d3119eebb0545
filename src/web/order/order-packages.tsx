import { useRouteLoaderData } from 'react-router'
import type { OrderView } from '#contract/order-view.ts'
import { longDate } from '#domain/time/display.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Tracking } from './tracking.tsx'

/** The packages of an order that ships in several, and its returns. */
export function OrderPackages({ order }: { order: OrderView }) {
  return (
    <>
      {order.packages.length > 0 && (
        <section className="mt-8">
          <h2 className="text-title">Your packages</h2>
          <Packages order={order} />
        </section>
      )}
      {order.returns.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 text-title">{order.returns.length === 1 ? 'Your return' : 'Your returns'}</h2>
          <Returns returns={order.returns} />
        </section>
      )}
    </>
  )
}

function Packages({ order: { packages, follows } }: { order: OrderView }) {
  return (
    <>
      {packages.map(({ carrier, number, progress, at, items }, index) => (
        <div className="mt-4" key={at}>
          <p className="font-medium">
            Package {index + 1}
            <time className="ml-2 text-small font-normal text-soft" dateTime={at}>
              {longDate(new Date(at))}
            </time>
          </p>
          <Items items={items} />
          {(carrier || number) && (
            <p>
              <Tracking carrier={carrier} number={number} progress={progress} />
            </p>
          )}
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

function Returns({ returns }: Pick<OrderView, 'returns'>) {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  return (
    <ul className="grid gap-4">
      {returns.map(({ isReceived, at, items }) => (
        <li key={at}>
          <Items items={items} />
          <span className="block text-small text-soft">
            {isReceived ? 'We got it back on ' : 'Return requested '}
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
