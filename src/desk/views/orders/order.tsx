import { deskPaths } from '#desk/desk-paths.ts'
import { EditText, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { mailName } from '#desk/ui/mail-name.ts'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { paidLaterRows } from '#domain/money/line-refund.ts'
import { PAID_OUTSIDE_NAMES } from '#domain/money/paid-outside.ts'
import { deskActions, mayDo } from '#domain/orders/desk-actions.ts'
import { hasOneItem } from '#domain/orders/items-to-ship.ts'
import { type ListView, viewSearch } from '#domain/orders/order-filter.ts'
import { isToPack } from '#domain/orders/order-questions.ts'
import type { OrderState } from '#domain/orders/order-states.ts'
import { isStillValid } from '#domain/orders/resendable-mail.ts'
import { shownPhone } from '#domain/text/shown-phone.ts'
import type { OrderDetail, OrderMail } from '#server/orders/orders.views.ts'
import { OrderActions, OrderFoot } from './order-actions.tsx'
import { BalanceBadge, hasBalance, OrderBalance } from './order-balance.tsx'
import { OrderLabels } from './order-labels.tsx'
import { hasPackages, OrderPackages, Progress, UnderwayBadge } from './order-packages.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderStateBadges } from './order-state.tsx'
import { OrderTimeline } from './timeline.tsx'
import { rowUnlessZero, type TotalRow, Totals } from './totals.tsx'

/** A refused form of this screen, with its submitted values. */
export type RefusedAction = { action: 'ship' | 'tracking' | 'delay' | 'note' | 'refund' | 'cancel'; form: FormState }

export type OrderProps = {
  detail: OrderDetail
  shipTo: readonly string[]
  /** Idempotency key of this rendering of the page: a form sent twice works once. */
  formKey: string
  refused?: RefusedAction | undefined
  /** The list that the order was opened from, and the order after it. */
  next?: { view: ListView; id: string | undefined } | undefined
  mayWork: boolean
  /** Only the owner may see money and customers' data. */
  isOwner: boolean
}

export function Order(props: OrderProps) {
  const { detail, next, mayWork } = props
  const { order, timeline } = detail
  const actions = mayWork && <OrderActions {...props} />
  return (
    <>
      <div className="order-head">
        <p className="order-way thumb-links">
          <a className="underlined" href={deskPaths.orders(next && viewSearch(next.view))}>
            {next ? 'Back to the list' : 'All orders'}
          </a>
          {next?.id && (
            <a className="underlined" href={deskPaths.order(next.id, viewSearch(next.view))}>
              Next order
            </a>
          )}
        </p>
        <ScreenHead
          title={order.number}
          lead={
            <>
              {order.firstName} {order.lastName} · <When at={order.createdAt} />
            </>
          }
        >
          <span id="order-state" data-live="orders">
            <OrderStateBadges order={order} /> <BalanceBadge {...detail} />
            <UnderwayBadge detail={detail} />
          </span>
        </ScreenHead>
      </div>
      {/* In the order of packing, which is that of a phone; wider screens have two columns of it. */}
      <div className="order-columns">
        <div className="panels order-ship-to" id="order-ship-to" data-live="orders">
          <ShipTo {...props} />
        </div>
        <div className="panels order-work" id="order-work" data-live="orders" data-live-with="order-foot">
          {startsWithForm(order.state) && actions}
          {hasBalance(detail) && (
            <div id="order-balance" data-live="orders">
              <OrderBalance {...props} />
            </div>
          )}
          <Items {...props} />
          {!startsWithForm(order.state) && actions}
          {hasPackages(detail) && <OrderPackages {...props} />}
          {detail.labels.length > 0 && <OrderLabels {...props} />}
          {detail.returns.length > 0 && <OrderReturns {...props} />}
        </div>
        <div className="panels order-about">
          <Buyer {...props} />
          <Note {...props} />
          {detail.mails.length > 0 && <Mails {...props} />}
        </div>
        <div className="panels order-past">
          <Panel title="Timeline">
            <div id="order-timeline" data-live="orders mail">
              <OrderTimeline entries={timeline} />
            </div>
          </Panel>
        </div>
      </div>
      {mayWork && (
        <div className="order-next" id="order-foot" data-live="orders" data-live-with="order-work">
          <OrderFoot {...props} />
        </div>
      )}
    </>
  )
}

/** A packed order's next step has fields to fill in; that of any other is a button, in sight at the foot as well. */
function startsWithForm(state: OrderState): boolean {
  return deskActions(state)[0] === 'ship'
}

function Items({ detail: { order, lines, restCents }, isOwner }: OrderProps) {
  const totals: TotalRow[] = [
    ['Subtotal', order.subtotalCents],
    ...rowUnlessZero(order.discountCode ? `Discount ${order.discountCode}` : 'Discount', -order.discountCents),
    ['Shipping', order.shippingCents],
    [order.taxBasisPoints > 0 ? `Sales tax ${order.taxBasisPoints / 100}%` : 'Sales tax', order.taxCents],
    ['Total', order.totalCents],
    ...paidLaterRows(order),
    ...rowUnlessZero('Refunded', -order.refundedCents),
  ]
  return (
    <Panel title="Items">
      <ul className="lines">
        {lines.map(({ position, quantity, refunded, removed, name, size, priceCents }) => (
          <li key={position}>
            <span>
              <span className="item-count">{quantity} ×</span> {name} {size && <span className="hint">{size}</span>}
              {removed > 0 && <span className="hint block">{removed} removed</span>}
              {refunded > removed && <span className="hint block">{refunded - removed} refunded</span>}
            </span>
            <span className="tabular-nums">{formatCents(quantity * priceCents)}</span>
          </li>
        ))}
      </ul>
      <Totals rows={totals} sums={['Total']} />
      {isOwner && restCents > 0 && mayDo(order.state, 'items') && (isToPack(order.state) || !hasOneItem(lines)) && (
        <p className="thumb-links mt-4 text-small">
          <a className="underlined" href={deskPaths.orderAction(order.id, 'items')}>
            Edit items
          </a>
        </p>
      )}
    </Panel>
  )
}

function ShipTo({ detail, shipTo, mayWork }: OrderProps) {
  const { order } = detail
  return (
    <Panel title="Ship to">
      <address className="not-italic">
        {shipTo.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <p className="order-contact thumb-links">
        <a className="break-all" href={`mailto:${order.email}`}>
          {order.email}
        </a>
        {order.phone && <a href={`tel:${order.phone}`}>{shownPhone(order.phone)}</a>}
        {mayWork && mayDo(order.state, 'address') && (
          <a className="underlined" href={deskPaths.orderAction(order.id, 'address')}>
            Edit address
          </a>
        )}
      </p>
      {(order.trackingCarrier ?? order.trackingNumber) && (
        <dl className="facts">
          <div>
            <dt>Tracking</dt>
            <dd className="break-all">
              {[order.trackingCarrier, order.trackingNumber].filter(Boolean).join(' ')}
              {!hasPackages(detail) && detail.shipments[0] && <Progress shipment={detail.shipments[0]} />}
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  )
}

function Buyer({ detail, isOwner }: OrderProps) {
  const { order, attempts, orderPath } = detail
  const card = attempts.find(({ cardLast4 }) => cardLast4 !== null)
  return (
    <Panel title="Customer">
      <dl className="facts">
        <div>
          <dt>Paid by</dt>
          <dd>
            {order.paidOutside
              ? PAID_OUTSIDE_NAMES[order.paidOutside]
              : card
                ? `${card.cardBrand} ending in ${card.cardLast4}`
                : 'Card not charged'}
          </dd>
        </div>
      </dl>
      <p className="thumb-links mt-4 flex flex-wrap gap-x-5 gap-y-2 text-small">
        <a className="underlined" href={deskPaths.orders({ q: order.email })}>
          Other orders
        </a>
        {/* This page lets its visitor do what the buyer can: cancel, and get a refund. */}
        {isOwner && (
          <a className="underlined" href={orderPath}>
            Customer’s order page
          </a>
        )}
        {isOwner && (
          <a className="underlined" href={deskPaths.customer(order.email)}>
            Customer
          </a>
        )}
      </p>
    </Panel>
  )
}

function Note({ detail: { order, versions }, refused, mayWork }: OrderProps) {
  if (!mayWork)
    return order.note ? (
      <Panel title="Note">
        <p className="whitespace-pre-line">{order.note}</p>
      </Panel>
    ) : undefined
  const form = refused?.action === 'note' ? refused.form : freshForm({ note: order.note ?? '' }, versions.note)
  return (
    <Panel title="Note" id="order-note">
      {order.note && <p className="print-only whitespace-pre-line">{order.note}</p>}
      <form method="post" action={deskPaths.orderAction(order.id, 'note')} className="grid gap-3">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <EditText form={form} name="note" label="Only your team sees this" isCopy={false} maxLength={1000} />
        <button type="submit" className="button button-quiet justify-self-start">
          Save note
        </button>
      </form>
    </Panel>
  )
}

function Mails({ detail: { order, mails }, formKey, mayWork }: OrderProps) {
  return (
    <Panel title="Emails" id="order-mails">
      <ul className="lines">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className="min-w-0">
              {mailName(mail.template)}
              <span className="hint block">
                <MailState mail={mail} />
              </span>
            </span>
            {mayWork && isStillValid(mail, order.state, mails) && (
              <Action
                action={deskPaths.orderAction(order.id, 'mail')}
                fields={{ mailId: mail.id, formKey }}
                label="Send again"
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function MailState({ mail: { state, sentAt, createdAt } }: { mail: OrderMail }) {
  if (state === 'sent')
    return (
      <>
        sent <When at={sentAt ?? createdAt} />
      </>
    )
  if (state === 'dead') return 'couldn’t be delivered'
  return state === 'waiting' ? 'waiting to be sent' : 'canceled'
}
