import { deskPaths } from '#desk/desk-paths.ts'
import { EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { OrderList } from '#domain/orders/order-lists.ts'
import { counted } from '#domain/time/display.ts'
import type { ShippedOrder } from '#server/orders/orders.views.ts'

export type OrdersUnshipProps = {
  list: OrderList
  /** Orders whose "shipped" can be undone. */
  shipped: readonly ShippedOrder[]
  /** Numbers of the others. */
  tooLate: readonly string[]
  form: FormState
}

/** The names of what was seen of an order, sent back with the form (optimistic lock). */
export const seenFields = {
  shippedAt: (id: string) => `shippedAt-${id}`,
  isAnnounced: (id: string) => `isAnnounced-${id}`,
}

/** Asks before "shipped" is undone for many orders, and says what their customers were notified of. */
export function OrdersUnship({ list, shipped, tooLate, form }: OrdersUnshipProps) {
  const announced = shipped.filter(({ shipment }) => shipment.isAnnounced).length
  const back = deskPaths.orders({ list })
  return (
    <>
      <BackLink href={back}>Orders</BackLink>
      <ScreenHead
        title="Undo shipped"
        lead={`${counted(shipped.length, 'order')} ${shipped.length === 1 ? 'goes' : 'go'} back to Packed, and tracking numbers are removed.`}
      />
      <form method="post" action={deskPaths.bulkOrders('unship')} className="panels refund-items">
        <FormProblem form={form} />
        <input type="hidden" name="list" value={list} />
        {tooLate.length > 0 && (
          <p className="hint">
            {counted(tooLate.length, 'order')} left out, shipped more than an hour ago or in several packages:{' '}
            {tooLate.join(', ')}.
          </p>
        )}
        <Panel title="Orders">
          <ul className="lines">
            {shipped.map(({ order, shipment }) => (
              <li key={order.id}>
                <input type="hidden" name="id" value={order.id} />
                <input type="hidden" name={seenFields.shippedAt(order.id)} value={order.shippedAt?.toISOString()} />
                <input
                  type="hidden"
                  name={seenFields.isAnnounced(order.id)}
                  value={shipment.isAnnounced ? 'yes' : 'no'}
                />
                <span className="min-w-0">
                  <a className="underlined" href={deskPaths.order(order.id)}>
                    {order.number}
                  </a>{' '}
                  {order.firstName} {order.lastName}
                  {order.trackingNumber && (
                    <span className="hint block break-all">
                      {[order.trackingCarrier, order.trackingNumber].filter(Boolean).join(' ')}
                    </span>
                  )}
                </span>
                <span className="hint">{shipment.isAnnounced ? 'Email sent' : 'Email not sent yet'}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Customers">
          {announced > 0 ? (
            <>
              <p>
                {announced === 1 ? 'One customer' : `${announced} customers`} already got the email that the order has
                shipped.
              </p>
              <EditTick form={form} name="emailsCustomer" label="Email them that it hasn’t shipped yet" />
            </>
          ) : (
            <p>No customer got the shipping email yet. It won’t be sent.</p>
          )}
        </Panel>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="button">
            Undo shipped
          </button>
          <a className="underlined text-small" href={back}>
            Leave them as shipped
          </a>
        </p>
      </form>
    </>
  )
}
