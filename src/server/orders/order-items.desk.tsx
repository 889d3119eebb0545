import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { ItemChangeReview } from '#desk/views/orders/item-change-review.tsx'
import { EditItems, ItemsReview } from '#desk/views/orders/order-items.tsx'
import { positionIn, quantityField } from '#desk/views/orders/order-refund.tsx'
import { formatCents } from '#domain/money/cents.ts'
import {
  canLoseFreeShipping,
  type OpenOrder,
  planRemoval,
  type Removal,
  type RemovalPlan,
  type RemovalProblem,
} from '#domain/money/item-removal.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { hasOneItem } from '#domain/orders/items-to-ship.ts'
import { isToPack } from '#domain/orders/order-questions.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { type Fields, ticked, typedLine, wholeNumber } from '#server/platform/http/form-fields.ts'
import type { OrderProblem } from './change-order.ts'
import { CHANGE_PROBLEMS, differenceIn, wantedIn } from './item-change-form.ts'
import { type ItemChangeService, itemsVersion } from './item-changes.service.ts'
import { itemNames } from './item-names.ts'
import { offersOf } from './offers.ts'
import { answerOrder, backToOrder } from './order-answer.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import { ORDER_PROBLEMS, readFormKey } from './order-forms.ts'
import type { OrderItemsService } from './order-items.service.ts'
import { orderIn } from './order-screen.tsx'
import type { OrderDetail, PlannedChange } from './orders.views.ts'
import { addsItems, type WantedChange } from './price-change.ts'

const CHECK_FIELDS = 'Nothing was changed. Check the fields marked below.'
const ONLY_LOWER = 'You can only lower it. To add items, unpack the order first.'
const WHOLE_NUMBER = 'Use a whole number.'
const ONE_LEFT = 'Nothing was changed: only one item is left in the order. To remove it, cancel the order.'
const NO_CARD = 'No card was charged for this order. Cancel it, and create it again with the right items.'

const PROBLEMS: Record<RemovalProblem, string> = {
  nothing: 'Change at least one item.',
  'too-many': CHECK_FIELDS,
  everything: 'That’s everything in the order. Cancel the order instead.',
  'rest-of-payment': 'That’s all that’s left of the payment. Cancel the order instead.',
  'shipping-is-more': 'Shipping costs more than what goes back for these items. Leave it free.',
}

const itemsForm = z.object({
  reason: typedLine.refine(({ length }) => length <= 150, 'Use 150 characters or fewer.'),
  chargesShipping: ticked,
  restocks: ticked,
  refundedBefore: z.coerce.number().int(),
  expectedVersion: typedLine,
})

type ItemsDeps = { orderDesk: OrderDeskService; orderItems: OrderItemsService; itemChanges: ItemChangeService }

/**
 * Changes the items of an order that hasn't shipped: choose, review the totals, confirm. Until it's packed, items can
 * also be added and exchanged.
 */
export function orderItemsRoutes(deps: ItemsDeps): DeskRoute[] {
  const { orderItems, itemChanges } = deps

  async function renderChoice(
    visit: OperatorVisit,
    detail: OrderDetail,
    order: OpenOrder,
    form: FormState,
  ): Promise<Response> {
    const shippingRate = canLoseFreeShipping(order) ? order.shippingRate : undefined
    const offers = isToPack(detail.order.state) ? offersOf(await itemChanges.products()) : undefined
    const body = <EditItems detail={detail} form={form} shippingRate={shippingRate} offers={offers} />
    return visit.page({ title: 'Edit items', section: 'orders', body, status: statusOf(form) })
  }

  function renderReview(
    visit: OperatorVisit,
    detail: OrderDetail,
    { form, removal, plan, restocks }: { form: FormState; removal: Removal; plan: RemovalPlan; restocks: boolean },
  ): Response {
    const removed = itemNames(detail.lines, { ...removal, withShipping: false })
    const body = <ItemsReview detail={detail} form={form} plan={plan} removed={removed} restocks={restocks} />
    return visit.page({ title: 'Review changes', section: 'orders', body })
  }

  function renderChange(visit: OperatorVisit, detail: OrderDetail, found: PlannedChange, form: FormState): Response {
    const body = <ItemChangeReview detail={detail} form={form} change={found} />
    return visit.page({ title: 'Review changes', section: 'orders', body, status: statusOf(form) })
  }

  /** Why the items of this order can't be changed; undefined if they can. */
  function refusalOf({ order, lines, restCents }: OrderDetail): string | undefined {
    if (!mayDo(order.state, 'items')) return ORDER_PROBLEMS.wrong_state
    if (order.paidOutside) return NO_CARD
    if (restCents === 0) return 'Nothing is left to refund.'
    return hasOneItem(lines) && !isToPack(order.state) ? ONE_LEFT : undefined
  }

  /** Undefined if it has to be looked at again, because something changed since. */
  async function send(visit: OperatorVisit, removal: Removal, sent: Sent): Promise<Response | undefined> {
    const { reason, restocks, refundedBefore: refundedBeforeCents, formKey, amountCents } = sent
    const asked = { ...removal, amountCents, refundedBeforeCents, restocks, reason, formKey }
    const result = await orderItems.remove(visit.id('id'), asked, visit.actor)
    const isOutdated = !result.ok && (result.code === 'too_much' || result.code === 'refunded_since')
    if (isOutdated) return undefined
    return answerOrder(visit, result, `Items removed. Refunding ${formatCents(amountCents)} to the card.`)
  }

  /** The answer, or why it has to be looked at again. */
  async function sendChange(visit: OperatorVisit, wanted: WantedChange, sent: Sent): Promise<Response | string> {
    const { reason, refundedBefore: refundedBeforeCents, expectedVersion, formKey, amountCents } = sent
    const request = { ...wanted, amountCents, refundedBeforeCents, expectedVersion, reason, formKey }
    const result = await itemChanges.save(visit.id('id'), request, visit.actor)
    if (!result.ok && LOOK_AGAIN.has(result.code)) return ORDER_PROBLEMS[result.code]
    const amount = formatCents(Math.abs(amountCents))
    const refund = amountCents < 0 ? ` Refunding ${amount} to the card.` : ''
    const done =
      amountCents > 0 ? `The customer gets an email with a link to pay ${amount}.` : `Items changed.${refund}`
    return answerOrder(visit, result, done)
  }

  async function change(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const formKey = readFormKey(sent)
    const read = parseForm(itemsForm, sent)
    const seen = await orderIn(visit, deps)
    const wanted = wantedIn(seen, sent, read.ok && read.value.chargesShipping)
    const adds = isToPack(seen.order.state) && addsItems(seen.lines, wanted)
    const amountCents = adds ? differenceIn(sent) : amountIn(sent)
    const isConfirmed = amountCents !== undefined && sent.change !== 'yes'
    let again: string | undefined
    if (read.ok && isConfirmed) {
      const checked = { ...read.value, formKey, amountCents }
      const answer = adds
        ? await sendChange(visit, wanted, checked)
        : await send(visit, removalIn(seen, sent, read.value), checked)
      if (answer instanceof Response) return answer
      again = answer
    }
    const detail = isConfirmed ? await orderIn(visit, deps) : seen
    const refusal = refusalOf(detail)
    if (refusal) return backToOrder(visit, refusal)
    const open = await orderItems.open(detail)
    const since = read.ok ? changedSince(detail, read.value) : undefined
    if (since) return renderChoice(visit, detail, open, failedForm({ ...sent, ...seenOf(detail) }, { form: since }, ''))
    if (sent.change === 'yes') return renderChoice(visit, detail, open, freshForm(sent, ''))
    const refuse = (errors: Fields) => renderChoice(visit, detail, open, failedForm(sent, errors, ''))
    if (!read.ok) return refuse({ form: CHECK_FIELDS, ...read.errors })
    if (adds) {
      const found = await itemChanges.plan(detail, wanted)
      if ('problem' in found) return refuse({ form: CHANGE_PROBLEMS[found.problem] })
      if ('message' in found) return refuse({ form: found.message })
      return renderChange(visit, detail, found, again ? failedForm(sent, { form: again }, '') : freshForm(sent, ''))
    }
    const removal = removalIn(detail, sent, read.value)
    const plan = planRemoval(open, removal)
    if ('problem' in plan) return refuse({ form: PROBLEMS[plan.problem], ...markRaised(removal, detail) })
    return renderReview(visit, detail, { form: freshForm(sent, ''), removal, plan, restocks: read.value.restocks })
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/items',
      role: 'owner',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        const refusal = refusalOf(detail)
        if (refusal) return backToOrder(visit, refusal)
        const values = { ...seenOf(detail), formKey: randomUUID(), restocks: 'yes' }
        return renderChoice(visit, detail, await orderItems.open(detail), freshForm(values, ''))
      },
    },
    { method: 'POST', path: '/orders/:id/items', role: 'owner', isSensitive: true, handle: change },
  ]
}

const CHANGED_SINCE =
  'Nothing was changed: another refund was made since you opened this page. Check the quantities and choose again.'

/** Then the page shows what has changed. */
const LOOK_AGAIN: ReadonlySet<OrderProblem> = new Set([
  'other_change',
  'items_since',
  'refunded_since',
  'sold_out',
  'too_much',
])

type Sent = z.infer<typeof itemsForm> & { formKey: string; amountCents: number }

/** The current state of what the form changes. */
function seenOf(detail: OrderDetail): Fields {
  return {
    ...quantitiesOf(detail),
    refundedBefore: String(detail.order.refundedCents),
    expectedVersion: versionOf(detail),
  }
}

function versionOf({ lines, balance }: OrderDetail): string {
  return itemsVersion(lines, balance.requests.find(({ standing }) => standing === 'open')?.id)
}

/** Why the operator has to choose again. */
function changedSince(detail: OrderDetail, seen: z.infer<typeof itemsForm>): string | undefined {
  if (seen.refundedBefore !== detail.order.refundedCents) return CHANGED_SINCE
  return seen.expectedVersion === versionOf(detail) ? undefined : ORDER_PROBLEMS.items_since
}

/** Quantities that still ship, which are what the form changes. */
function quantitiesOf({ lines }: OrderDetail): Fields {
  return Object.fromEntries(
    lines.map(({ position, quantity, refunded }) => [quantityField(position), String(quantity - refunded)]),
  )
}

/** The lines reduced below what still has to ship. Lines not sent stay unchanged; invalid input becomes NaN. */
function removalIn({ lines }: OrderDetail, sent: Fields, { chargesShipping }: { chargesShipping: boolean }): Removal {
  const rest = new Map(lines.map(({ position, quantity, refunded }) => [position, quantity - refunded]))
  const quantities = Object.entries(sent).flatMap(([name, value]) => {
    const position = positionIn(name)
    return position === undefined ? [] : [[position, (rest.get(position) ?? 0) - wholeNumber(value)] as const]
  })
  return { quantities: new Map(quantities), chargesShipping }
}

function markRaised({ quantities }: Removal, { order }: OrderDetail): Fields {
  const raised = [...quantities].filter(([, removed]) => !(removed >= 0))
  const problem = isToPack(order.state) ? WHOLE_NUMBER : ONLY_LOWER
  return Object.fromEntries(raised.map(([position]) => [quantityField(position), problem]))
}

function amountIn(sent: Fields): number | undefined {
  const amountCents = wholeNumber(sent.amount)
  return Number.isNaN(amountCents) ? undefined : amountCents
}

function statusOf(form: FormState): 200 | 422 {
  return Object.keys(form.errors).length > 0 ? 422 : 200
}
