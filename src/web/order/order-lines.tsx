import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '#contract/order-view.ts'
import { isSize } from '#domain/catalogue/sizes.ts'
import { formatCents } from '#domain/money/cents.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'

/** The slip: what was ordered, what it cost, and what can be done about it. */
export function OrderLines({ order, children }: { order: OrderView; children: ReactNode }) {
  return (
    <section className="bg-paper p-6 sm:p-8" aria-labelledby="lines-title">
      <h2 className="text-title" id="lines-title">
        What you ordered
      </h2>
      <ul className="mt-4 border-b border-line">
        {order.lines.map((line) => (
          <li className="grid grid-cols-[72px_1fr_auto] gap-4 border-t border-line py-4" key={line.position}>
            <Picture
              className="h-22"
              name={line.productId}
              uploaded={line.picture ?? undefined}
              sizes="72px"
              isDecoration
            />
            <div>
              <Link
                className="display text-[1.3rem]"
                to={paths.product(line.productId, isSize(line.size) ? line.size : undefined)}
              >
                {line.name}
              </Link>
              <p className="text-small text-soft tabular-nums">
                {line.size && `${line.size} · `}
                {line.quantity > 1 ? `${line.quantity} × ${formatCents(line.priceCents)}` : '1 bottle'}
                {line.removed > 0 && ` · ${line.removed} removed`}
                {line.refunded > 0 && ` · ${line.refunded} refunded`}
              </p>
              {line.reviewPath && (
                <Link
                  className="inline-block py-2.5 text-small underline decoration-amber underline-offset-4 print:hidden"
                  to={line.reviewPath}
                  aria-label={`Review it: ${line.name}`}
                >
                  Review it
                </Link>
              )}
            </div>
            <p className="font-medium tabular-nums">{formatCents(line.priceCents * line.quantity)}</p>
          </li>
        ))}
      </ul>
      <OrderSums order={order} />
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden">{children}</div>
    </section>
  )
}

function OrderSums({ order }: { order: OrderView }) {
  return (
    <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 text-soft tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatCents(order.subtotalCents)}</dd>
      {order.discountCents > 0 && (
        <>
          <dt>Discount</dt>
          <dd>{formatCents(-order.discountCents)}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd>{order.shippingCents === 0 ? 'Free' : formatCents(order.shippingCents)}</dd>
      <dt>Sales tax</dt>
      <dd>{formatCents(order.taxCents)}</dd>
      <dt className="display mt-2 text-[1.6rem] text-ink">Total</dt>
      <dd className="mt-2 text-[1.3rem] font-medium text-ink">{formatCents(order.totalCents)}</dd>
      {order.later.map(({ label, cents }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </Fragment>
      ))}
      {order.refundedCents > 0 && (
        <>
          <dt>Refunded</dt>
          <dd>{formatCents(-order.refundedCents)}</dd>
          {order.addedShippingCents > 0 && (
            <>
              <dt>Shipping, taken off the refund</dt>
              <dd>{formatCents(order.addedShippingCents)}</dd>
            </>
          )}
        </>
      )}
    </dl>
  )
}
