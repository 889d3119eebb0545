import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { OrderDetail } from '#server/orders/orders.views.ts'
import { QuantityLines } from './quantity-lines.tsx'
import { TrackingFields } from './tracking-fields.tsx'

/** Choosing what leaves now, with its own tracking number. */
export function OrderSplit({ detail, form }: { detail: OrderDetail; form: FormState }) {
  const { order, lines, counts } = detail
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead
        title="Ship part of it"
        lead="The customer gets an email with what’s on its way and what follows. The rest keeps its ship-by date."
      />
      <form method="post" action={deskPaths.orderAction(order.id, 'split')} className="panels refund-items">
        <FormProblem form={form} />
        <input type="hidden" name="packagesBefore" value={form.values.packagesBefore} />
        <Panel title="In this package">
          <QuantityLines lines={lines} limit={counts.open} form={form} verb="ship" />
        </Panel>
        <Panel title="Tracking">
          <div className="edit-form">
            <TrackingFields form={form} />
          </div>
        </Panel>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="button">
            Ship these items
          </button>
          <a className="underlined text-small" href={deskPaths.order(order.id)}>
            Back without shipping
          </a>
        </p>
      </form>
    </>
  )
}
