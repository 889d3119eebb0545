import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { RETURN_CONDITION_NAMES, type ReturnState, isOpenReturn, reasonText } from '#domain/orders/returns.ts'
import type { OrderDetail, OrderReturn } from '#server/orders/orders.views.ts'

const STATES: Record<ReturnState, { name: string; kind: string }> = {
  expected: { name: 'Expected', kind: 'badge badge-wait' },
  received: { name: 'Received', kind: 'badge badge-good' },
  canceled: { name: 'Canceled', kind: 'badge badge-off' },
}

type OrderReturnsProps = { detail: OrderDetail; formKey: string; mayWork: boolean; isOwner: boolean }

/** Expected and received returns, and the next step for each. */
export function OrderReturns({ detail, formKey, mayWork, isOwner }: OrderReturnsProps) {
  return (
    <Panel title="Returns">
      <ul className="lines stacked">
        {detail.returns.map((found) => (
          <li key={found.id}>
            <Facts detail={detail} found={found} />
            {mayWork && isOpenReturn(found.state) && <Steps id={detail.order.id} found={found} formKey={formKey} />}
            {isOwner && detail.restCents > 0 && detail.refundableReturns.includes(found.id) && (
              <p>
                <a className="button button-quiet" href={deskPaths.refundReturn(detail.order.id, found.id)}>
                  Refund these items
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Facts({ detail: { lines }, found }: { detail: OrderDetail; found: OrderReturn }) {
  const { name, kind } = STATES[found.state]
  return (
    <div className="min-w-0">
      {found.lines.map(({ position, quantity, condition }) => {
        const line = lines.find((known) => known.position === position)
        return (
          <p key={position}>
            <span className="item-count">{quantity} ×</span> {line?.name}{' '}
            <span className="hint">
              {[line?.size, RETURN_CONDITION_NAMES[condition].toLowerCase()].filter(Boolean).join(', ')}
            </span>
          </p>
        )
      })}
      <p className="hint">
        <span className={kind}>{name}</span> <When at={found.receivedAt ?? found.createdAt} /> ·{' '}
        {reasonText(found.reason, found.words)}
      </p>
    </div>
  )
}

function Steps({ id, found, formKey }: { id: string; found: OrderReturn; formKey: string }) {
  return (
    <div className="decide">
      <a className="button" href={deskPaths.orderReturn(id, found.id, 'receive')}>
        Receive
      </a>
      <Action
        action={deskPaths.orderReturn(id, found.id, 'instructions')}
        fields={{ formKey }}
        label="Send instructions"
      />
      <Action action={deskPaths.orderReturn(id, found.id, 'cancel')} label="Cancel return" />
    </div>
  )
}
