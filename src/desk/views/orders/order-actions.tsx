import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { EditField, EditTick, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action, Field, Question } from '#desk/ui/form-parts.tsx'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { plainDollars } from '#domain/money/dollars.ts'
import { type DeskAction, deskActions } from '#domain/orders/desk-actions.ts'
import { hasAny } from '#domain/orders/item-counts.ts'
import { viewFields, viewSearch } from '#domain/orders/order-filter.ts'
import { isPartlyShipped, isSold } from '#domain/orders/order-questions.ts'
import type { OrderAtDesk, OrderDetail } from '#server/orders/orders.views.ts'
import type { OrderProps, RefusedAction } from './order.tsx'
import { TrackingFields } from './tracking-fields.tsx'

/** The form of the usual next step. */
const NEXT_STEP = 'next-step'

/**
 * The next step and the next order again: for the foot of the panel beside the list, and of a phone's screen, where they
 * are always in sight.
 */
export function OrderFoot({ detail: { order }, next }: Pick<OrderProps, 'detail' | 'next'>) {
  const [nextStep] = deskActions(order.state)
  const label =
    nextStep === 'pack'
      ? 'Mark as packed'
      : nextStep === 'ship'
        ? shipLabel(order)
        : nextStep === 'deliver'
          ? 'Mark as delivered'
          : undefined
  if (!label || !isSold(order.state)) return undefined
  return (
    <>
      <button type="submit" form={NEXT_STEP} className="button">
        {label}
      </button>
      {next?.id && (
        <a className="button button-quiet" href={deskPaths.order(next.id, viewSearch(next.view))}>
          Next order
        </a>
      )}
    </>
  )
}

function shipLabel(order: OrderAtDesk): string {
  return isPartlyShipped(order.state) ? 'Ship the rest' : 'Mark as shipped'
}

/** The available actions, the usual next step first. */
export function OrderActions({ detail, formKey, refused, next, isOwner }: OrderProps) {
  const { order, restCents } = detail
  const actions = deskActions(order.state)
  const [nextStep] = actions
  const may = (action: DeskAction) => actions.includes(action)
  const mayRefund = isOwner && restCents > 0
  const sent = (action: RefusedAction['action']) => (refused?.action === action ? refused.form : undefined)
  if (actions.length === 0 && !mayRefund && !hasAny(detail.counts.returnable)) return undefined
  const shipForm = (
    <TrackingForm
      id={nextStep === 'ship' ? NEXT_STEP : undefined}
      detail={detail}
      action="ship"
      label={shipLabel(order)}
      refused={sent('ship')}
    />
  )
  return (
    <Panel title="Actions" id="order-actions">
      {isSold(order.state) && (
        <div className="next-step">
          {nextStep === 'pack' && (
            <Action
              id={NEXT_STEP}
              action={deskPaths.orderAction(order.id, 'pack')}
              fields={next && viewFields(next.view)}
              label="Mark as packed"
              kind="button"
            />
          )}
          {nextStep === 'ship' && shipForm}
          {nextStep === 'deliver' && (
            <Action
              id={NEXT_STEP}
              action={deskPaths.orderAction(order.id, 'deliver')}
              label="Mark as delivered"
              kind="button"
            />
          )}
          {detail.canBuyLabel && (
            <a className="button button-quiet justify-self-start" href={labelPaths.buyLabel(order.id)}>
              Buy label
            </a>
          )}
          <PrintLinks id={order.id} hasLabel={detail.labels.some(({ state }) => state === 'bought')} />
        </div>
      )}
      <div className="decide">
        {may('ship') && nextStep !== 'ship' && (
          <Sheet title="Ship now" isOpen={sent('ship') !== undefined}>
            {shipForm}
          </Sheet>
        )}
        {may('split') && canSplit(detail) && (
          <a className="button button-quiet" href={deskPaths.orderAction(order.id, 'split')}>
            Ship part of it
          </a>
        )}
        {may('undeliver') && <Action action={deskPaths.orderAction(order.id, 'undeliver')} label="Undo delivered" />}
        {may('unship') && detail.shipment.canUndo && (
          <a className="button button-quiet" href={deskPaths.orderAction(order.id, 'unship')}>
            Undo shipped
          </a>
        )}
        {may('unpack') && <Action action={deskPaths.orderAction(order.id, 'unpack')} label="Unpack" />}
        {may('tracking') && (
          <Sheet title="Edit tracking" isOpen={sent('tracking') !== undefined}>
            <TrackingForm
              detail={detail}
              action="tracking"
              label="Save and email the customer"
              refused={sent('tracking')}
            />
          </Sheet>
        )}
        {may('delay') && (
          <Sheet title="Send delay notice" isOpen={sent('delay') !== undefined}>
            <DelayForm id={order.id} formKey={formKey} refused={sent('delay')} />
          </Sheet>
        )}
        {hasAny(detail.counts.returnable) && (
          <a className="button button-quiet" href={deskPaths.orderAction(order.id, 'return')}>
            Record return
          </a>
        )}
        {mayRefund && (
          <a className="button button-quiet" href={deskPaths.orderAction(order.id, 'refund-items')}>
            Refund items
          </a>
        )}
        {mayRefund && (
          <Sheet title="Refund an amount" isOpen={sent('refund') !== undefined}>
            <RefundForm
              order={order}
              hasLeft={hasAny(detail.counts.shipped)}
              restCents={restCents}
              formKey={formKey}
              refused={sent('refund')}
            />
          </Sheet>
        )}
        {isOwner && may('cancel') && (
          <Sheet title="Cancel" isOpen={sent('cancel') !== undefined}>
            <CancelForm order={order} restCents={restCents} refused={sent('cancel')} />
          </Sheet>
        )}
      </div>
    </Panel>
  )
}

/** One bottle can't be split. */
function canSplit({ counts }: OrderProps['detail']): boolean {
  return [...counts.open.values()].reduce((sum, quantity) => sum + quantity, 0) > 1
}

type SheetProps = { title: string; isOpen?: boolean; children: React.ReactNode }

function Sheet({ title, isOpen = false, children }: SheetProps) {
  return (
    <details open={isOpen}>
      <summary className="button button-quiet">{title}</summary>
      <div className="sheet">{children}</div>
    </details>
  )
}

function PrintLinks({ id, hasLabel }: { id: string; hasLabel: boolean }) {
  return (
    <p className="thumb-links flex flex-wrap gap-x-5 gap-y-2 text-small">
      <a className="underlined" href={deskPaths.packingSlip(id)}>
        Packing slip
      </a>
      <a className="underlined" href={deskPaths.addressLabel(id)}>
        {hasLabel ? 'Shipping label' : 'Address label'}
      </a>
    </p>
  )
}

type TrackingFormProps = {
  id?: string | undefined
  detail: OrderDetail
  action: 'ship' | 'tracking'
  label: string
  refused: FormState | undefined
}

function TrackingForm({ id, detail: { order, versions }, action, label, refused }: TrackingFormProps) {
  const stored = { carrier: order.trackingCarrier ?? '', trackingNumber: order.trackingNumber ?? '' }
  const form = refused ?? freshForm(stored, versions.tracking)
  return (
    <form id={id} method="post" action={deskPaths.orderAction(order.id, action)} className="tracking">
      {action === 'ship' && (
        <Question
          text="Ship without a tracking number? The customer gets an email that the order is on its way."
          without="trackingNumber"
        />
      )}
      <FormProblem form={form} />
      <ExpectedVersion form={form} />
      <TrackingFields form={form} />
      <button type="submit" className="button">
        {label}
      </button>
    </form>
  )
}

function DelayForm({ id, formKey, refused }: { id: string; formKey: string; refused: FormState | undefined }) {
  const form = refused ?? freshForm({}, '')
  return (
    <form method="post" action={deskPaths.orderAction(id, 'delay')} className="edit-form">
      <Question
        text="Send it without a date? You’ll have to cancel the order unless the customer agrees to wait."
        without="shipBy"
      />
      <p className="hint">The customer gets an email with the new date and how to cancel for a full refund.</p>
      <input type="hidden" name="formKey" value={formKey} />
      <FormProblem form={form} />
      <EditField
        form={form}
        name="shipBy"
        label="New ship date (optional)"
        type="date"
        hint="Without a date, more than 30 days after the order, or a second time, the law requires the customer’s consent. If they don’t give it, cancel the order."
      />
      <EditField form={form} name="cause" label="Reason (required without a date)" maxLength={200} autoComplete="off" />
      <button type="submit" className="button">
        Send delay notice
      </button>
    </form>
  )
}

type RefundFormProps = {
  order: OrderAtDesk
  /** Some of it has shipped, and only a return puts that back in stock. */
  hasLeft: boolean
  restCents: number
  formKey: string
  refused: FormState | undefined
}

function RefundForm({ order, hasLeft, restCents, formKey, refused }: RefundFormProps) {
  const fresh = { amount: plainDollars(restCents), restocks: hasLeft ? '' : 'yes' }
  const form = refused ?? freshForm(fresh, '')
  return (
    <form method="post" action={deskPaths.orderAction(order.id, 'refund')} className="edit-form">
      <Question text="Refund {amount} to the card? This can’t be undone." />
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="refundedBefore" value={order.refundedCents} />
      <FormProblem form={form} />
      <EditField
        form={form}
        name="amount"
        label="Amount in dollars"
        hint={`Up to ${formatCents(restCents)}. Refunding the full amount closes the order.`}
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <EditField form={form} name="reason" label="Reason" maxLength={150} required autoComplete="off" />
      {hasLeft ? (
        <p className="hint">To put items that have shipped back in stock, record a return.</p>
      ) : (
        <EditTick form={form} name="restocks" label="With a full refund, put the items back in stock" />
      )}
      <button type="submit" className="button">
        Refund
      </button>
    </form>
  )
}

type CancelFormProps = { order: OrderAtDesk; restCents: number; refused: FormState | undefined }

function CancelForm({ order, restCents, refused }: CancelFormProps) {
  const form = refused ?? freshForm({}, '')
  const money = restCents > 0 ? ` ${formatCents(restCents)} is refunded to the card.` : ''
  return (
    <form method="post" action={deskPaths.orderAction(order.id, 'cancel')} className="grid gap-4">
      <Question text={`Cancel order ${order.number}?${money} This can’t be undone.`} />
      <input type="hidden" name="restCents" value={restCents} />
      <FormProblem form={form} />
      <p className="hint">
        {restCents > 0
          ? `${formatCents(restCents)} is refunded to the card. The items go back in stock, and the discount code can be used again.`
          : 'No card is refunded. The items go back in stock, and the discount code can be used again.'}
      </p>
      <Field
        name="reason"
        id="cancel-reason"
        label="Reason"
        defaultValue={form.values.reason}
        error={form.errors.reason}
        maxLength={150}
        required
        autoComplete="off"
      />
      <button type="submit" className="button">
        Cancel order
      </button>
    </form>
  )
}
