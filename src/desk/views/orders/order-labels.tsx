import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { serviceName } from '#domain/orders/service-name.ts'
import type { OrderLabel } from '#server/orders/orders.views.ts'
import type { OrderProps } from './order.tsx'

const STATES: Record<OrderLabel['state'], { word: string; badge: string }> = {
  buying: { word: 'Buying', badge: 'badge' },
  bought: { word: 'Bought', badge: 'badge badge-good' },
  failed: { word: 'Not bought', badge: 'badge badge-bad' },
  voided: { word: 'Voided', badge: 'badge' },
}

/** Labels that were bought for this order, and what became of them. */
export function OrderLabels({ detail: { order, labels }, mayWork }: OrderProps) {
  return (
    <Panel title="Shipping labels">
      <div id="order-labels" data-live="orders">
        <ul className="lines stacked">
          {labels.map((label) => (
            <li key={label.id}>
              <Label id={order.id} label={label} />
              {mayWork && label.state === 'bought' && !label.isUsed && (
                <Action
                  action={labelPaths.voidLabel(order.id, label.id)}
                  label="Void label"
                  confirm="Void this label? The postage goes back to your EasyPost balance, usually within 30 days. Don’t use the printed label."
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

function Label({ id, label }: { id: string; label: OrderLabel }) {
  const { state, carrier, service, costCents, trackingNumber, problem, createdAt, isUsed, isOutdated } = label
  const { word, badge } = isUsed ? { word: 'Used', badge: 'badge' } : STATES[state]
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {serviceName(carrier, service)} {costCents !== null && formatCents(costCents)}{' '}
        <span className={badge}>{word}</span>
      </p>
      <p className="hint">
        <When at={createdAt} />
        {trackingNumber && <span className="break-all"> · {trackingNumber}</span>}
      </p>
      {problem && <p className="field-error">{problem}</p>}
      {state === 'buying' && (
        <p className="hint">EasyPost hasn’t confirmed yet. We keep asking, and never buy twice.</p>
      )}
      {isOutdated && (
        <p className="field-error">The address was changed after this label was bought. Void it and buy another.</p>
      )}
      {state === 'bought' && (
        <p className="text-small">
          <a className="underlined" href={deskPaths.addressLabel(id)}>
            Print
          </a>
        </p>
      )}
    </div>
  )
}
