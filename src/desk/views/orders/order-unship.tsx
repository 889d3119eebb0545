import { deskPaths } from '#desk/desk-paths.ts'
import { EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { OrderDetail } from '#server/orders/orders.views.ts'

/** Asks before "shipped" is undone, and says what the customer was notified of. */
export function OrderUnship({ detail, form }: { detail: OrderDetail; form: FormState }) {
  const { order, shipment } = detail
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Undo shipped" lead={leadOf(detail)} />
      <form method="post" action={deskPaths.orderAction(order.id, 'unship')} className="panels refund-items">
        <FormProblem form={form} />
        <input type="hidden" name="shippedAt" value={shipment.leftAt?.toISOString()} />
        <input type="hidden" name="isAnnounced" value={shipment.isAnnounced ? 'yes' : 'no'} />
        <Panel title="Customer">
          {shipment.isAnnounced ? (
            <>
              <p>The customer already got the email that this order has shipped.</p>
              <EditTick form={form} name="emailsCustomer" label="Email them that it hasn’t shipped yet" />
            </>
          ) : (
            <p>The email that this order has shipped wasn’t sent yet. It won’t be.</p>
          )}
        </Panel>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="button">
            Undo shipped
          </button>
          <a className="underlined text-small" href={deskPaths.order(order.id)}>
            Leave it as shipped
          </a>
        </p>
      </form>
    </>
  )
}

function leadOf({ order, shipments }: OrderDetail): string {
  const last = shipments.at(-1)
  const number = last ? last.trackingNumber : order.trackingNumber
  const removed = number ? `, and tracking number ${number} is removed` : ''
  if (shipments.length > 1) return `The latest package is taken back${removed}. The others stay shipped.`
  return `The order goes back to Packed${removed}.`
}
