import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { positionIn, quantityField, RefundItems, RefundReview } from '#desk/views/orders/order-refund.tsx'
import { formatCents } from '#domain/money/cents.ts'
import {
  areRefundable,
  leftToRefund,
  type RefundedItems,
  type RefundSplit,
  splitAmountCents,
  splitItems,
} from '#domain/money/line-refund.ts'
import { isPartlyShipped, isUnshipped } from '#domain/orders/order-questions.ts'
import { reasonText } from '#domain/orders/returns.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { type Fields, ticked, wholeNumber } from '#server/platform/http/form-fields.ts'
import { itemNames } from './item-names.ts'
import { answerOrder, backToOrder } from './order-answer.ts'
import type { NewRefund, OrderDeskService } from './order-desk.service.ts'
import { ORDER_PROBLEMS, readFormKey, reasonField } from './order-forms.ts'
import { orderIn } from './order-screen.tsx'
import type { OrderDetail } from './orders.views.ts'
import { suggestedRefund } from './refund-limits.ts'

const NOTHING_CHOSEN = 'Choose at least one item or the shipping.'
const COVERED = 'Earlier refunds already cover this. Choose something else, or refund an amount.'
const TOO_MANY = 'There aren’t that many left to refund.'

const refundForm = z.object({
  reason: reasonField,
  withShipping: ticked,
  restocks: ticked,
  /** The return that it is for. */
  returnId: z.uuid().optional().catch(undefined),
  /** Amount refunded when the page was rendered. */
  refundedBefore: z.coerce.number().int().optional().catch(undefined),
})

/** Refunding items of an order: choose, see the amount, send. */
export function orderRefundRoutes(deps: { orderDesk: OrderDeskService }): DeskRoute[] {
  const { orderDesk } = deps

  function renderChoice(visit: OperatorVisit, detail: OrderDetail, form: FormState): Response {
    const body = <RefundItems detail={detail} form={form} shippingCents={leftOf(detail).shippingCents} />
    return visit.page({ title: 'Refund items', section: 'orders', body, status: statusOf(form) })
  }

  function renderReview(
    visit: OperatorVisit,
    detail: OrderDetail,
    { form, items, split, restocks }: { form: FormState; items: RefundedItems; split: RefundSplit; restocks: boolean },
  ): Response {
    const body = (
      <RefundReview
        detail={detail}
        form={form}
        split={split}
        amountCents={splitAmountCents(split)}
        items={itemNames(detail.lines, items)}
        restocks={restocks}
      />
    )
    return visit.page({ title: 'Review refund', section: 'orders', body, status: statusOf(form) })
  }

  /** The refund that was confirmed; undefined if it has to be looked at again, because of a refund since. */
  async function send(visit: OperatorVisit, asked: NewRefund): Promise<Response | undefined> {
    const result = await orderDesk.refund(visit.id('id'), asked, visit.actor)
    const isOutdated = !result.ok && (result.code === 'too_much' || result.code === 'refunded_since')
    if (isOutdated) return undefined
    return answerOrder(visit, result, `Refunding ${formatCents(asked.amountCents)} to the card.`)
  }

  async function refund(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const formKey = readFormKey(sent)
    const amountCents = wholeNumber(sent.amount)
    const isConfirmed = !Number.isNaN(amountCents) && sent.change !== 'yes'
    const read = parseForm(refundForm, sent)
    const quantities = quantitiesIn(sent)
    if (read.ok && isConfirmed) {
      const { reason, restocks, returnId, withShipping, refundedBefore: refundedBeforeCents } = read.value
      const items = { quantities, withShipping }
      const asked = { amountCents, items, reason, restocks, returnId, formKey, refundedBeforeCents }
      const answer = await send(visit, asked)
      if (answer) return answer
    }
    const detail = await orderIn(visit, deps)
    if (detail.restCents === 0) return backToOrder(visit, ORDER_PROBLEMS.too_much)
    const values = { ...sent, refundedBefore: String(detail.order.refundedCents) }
    if (sent.change === 'yes') return renderChoice(visit, detail, freshForm(values, ''))
    const refuse = (errors: Fields) => renderChoice(visit, detail, failedForm(values, errors, ''))
    if (!read.ok) return refuse({ form: CHECK_FIELDS, ...read.errors })
    const items = { quantities, withShipping: read.value.withShipping }
    const problems = problemsOf(detail, items)
    if (problems) return refuse(problems)
    const split = splitOf(detail, items)
    if (splitAmountCents(split) === 0) return refuse({ form: COVERED })
    const form = isConfirmed ? failedForm(values, { form: ORDER_PROBLEMS.refunded_since }, '') : freshForm(values, '')
    return renderReview(visit, detail, { form, items, split, restocks: read.value.restocks })
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/refund-items',
      role: 'owner',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        const { order } = detail
        if (detail.restCents === 0)
          return backToOrder(visit, order.paidOutside ? ORDER_PROBLEMS.no_card : 'Nothing is left to refund.')
        const values = {
          formKey: randomUUID(),
          refundedBefore: String(order.refundedCents),
          restocks: isUnshipped(order.state) && !isPartlyShipped(order.state) ? 'yes' : '',
          ...prefilled(detail, visit.query('return')),
          ...(visit.query('rest') === 'yes' && restOf(detail)),
        }
        return renderChoice(visit, detail, freshForm(values, ''))
      },
    },
    { method: 'POST', path: '/orders/:id/refund-items', role: 'owner', isSensitive: true, handle: refund },
  ]
}

/** The items and the reason of a return that is here. */
function prefilled(detail: OrderDetail, returnId: string): Fields {
  const found = detail.returns.find(({ id }) => id === returnId)
  if (!found || !detail.refundableReturns.includes(returnId)) return {}
  const quantities = [...suggestedRefund(found, detail)].map(([position, quantity]) => [
    quantityField(position),
    String(quantity),
  ])
  return {
    ...Object.fromEntries(quantities),
    returnId,
    restocks: '',
    reason: `Return: ${reasonText(found.reason, null)}`,
  }
}

/** What has not shipped, back in stock. */
function restOf({ counts }: OrderDetail): Fields {
  const quantities = [...counts.open].map(([position, quantity]) => [quantityField(position), String(quantity)])
  return { ...Object.fromEntries(quantities), restocks: 'yes' }
}

const CHECK_FIELDS = 'Nothing was refunded. Check the fields marked below.'

/** What is not a number is more than is left, too. */
function quantitiesIn(sent: Fields): Map<number, number> {
  return new Map(
    Object.entries(sent).flatMap(([name, value]) => {
      const position = positionIn(name)
      return position === undefined ? [] : [[position, wholeNumber(value)]]
    }),
  )
}

function statusOf(form: FormState): 200 | 422 {
  return Object.keys(form.errors).length > 0 ? 422 : 200
}

function leftOf({ order, refunds }: OrderDetail): RefundSplit {
  return leftToRefund(order, refunds)
}

function refundedOf({ lines }: OrderDetail): Map<number, number> {
  return new Map(lines.map(({ position, refunded }) => [position, refunded]))
}

function splitOf(detail: OrderDetail, items: RefundedItems): RefundSplit {
  return splitItems({ ...detail.order, lines: detail.lines }, leftOf(detail), items, refundedOf(detail))
}

/** Undefined if the items can be refunded. */
function problemsOf(detail: OrderDetail, items: RefundedItems): Fields | undefined {
  if (areRefundable(detail.lines, items, refundedOf(detail))) return undefined
  const tooMany = detail.lines.filter(({ position, quantity, refunded }) => {
    const wanted = items.quantities.get(position) ?? 0
    return !(wanted <= quantity - refunded)
  })
  if (tooMany.length === 0) return { form: NOTHING_CHOSEN }
  return {
    form: CHECK_FIELDS,
    ...Object.fromEntries(tooMany.map(({ position }) => [quantityField(position), TOO_MANY])),
  }
}
