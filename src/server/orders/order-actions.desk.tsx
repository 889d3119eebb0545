import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState } from '#desk/ui/form-state.ts'
import type { RefusedAction } from '#desk/views/orders/order.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { viewSearch } from '#domain/orders/order-filter.ts'
import { tidyText } from '#domain/text/tidy.ts'
import { shopDay } from '#domain/time/display.ts'
import { readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { asDollars, type Fields, ticked, typedAs, typedLine, typedText } from '#server/platform/http/form-fields.ts'
import { answerOrder, backToOrder } from './order-answer.ts'
import type { OrderBulkService } from './order-bulk.service.ts'
import type { OrderDeskService, OrderResult, Tracking } from './order-desk.service.ts'
import { ORDER_PROBLEMS, readFormKey, reasonField } from './order-forms.ts'
import { nextIn, type NextDeps, openedFrom, orderIn, renderOrder } from './order-screen.tsx'
import { savedTracking } from './order-shipping.ts'
import type { OrderDetail } from './orders.views.ts'
import { trackingForm } from './tracking-form.ts'

/** A form without the amount, such as one from before an update, is asked about again. */
const cancelForm = z.object({ reason: reasonField, restCents: z.coerce.number().int().catch(-1) })
const refundForm = z.object({
  amount: typedAs(asDollars),
  reason: reasonField,
  restocks: ticked,
  /** Amount refunded when the page was rendered. */
  refundedBefore: z.coerce.number().int().optional().catch(undefined),
})
const SAVED_SINCE =
  'Someone else changed the tracking number while you were editing. It’s filled in below. Check it, then send the form again.'
const NOTE_PROBLEM = 'Use 1,000 characters or fewer.'
/** A missing field must not clear the note, unlike an empty one. */
const noteForm = z.object({ note: z.string(NOTE_PROBLEM).overwrite(tidyText).max(1000, NOTE_PROBLEM) })
/** A later date is probably a typo. */
const MAX_DELAY_MS = 365 * 24 * 60 * 60 * 1000

/** A ship date, or the reason why there is none yet. */
function delayForm(now: Date) {
  const [today, last] = [shopDay(now), shopDay(new Date(now.getTime() + MAX_DELAY_MS))]
  return z
    .object({
      shipBy: typedText
        .transform((day) => day || null)
        .pipe(
          z.iso
            .date('That isn’t a date.')
            .refine((day) => day >= today, 'That date has passed.')
            .refine((day) => day <= last, 'That’s more than a year away.')
            .nullable(),
        ),
      cause: typedLine
        .transform((text) => text || null)
        .pipe(z.string().max(200, 'Use 200 characters or fewer.').nullable()),
    })
    .refine(({ shipBy, cause }) => shipBy !== null || cause !== null, {
      path: ['cause'],
      error: 'Give a date or a reason.',
    })
    .transform(({ shipBy, cause }) => ({ shipBy, reason: cause }))
}

type OrderActionDeps = NextDeps & { orderDesk: OrderDeskService; orderBulk: Pick<OrderBulkService, 'find'> }

export function orderActionRoutes(deps: OrderActionDeps): DeskRoute[] {
  const { orderDesk, orderBulk, now } = deps

  async function refuseRefund(visit: OperatorVisit, sent: Fields, errors: Fields): Promise<Response> {
    const detail = await orderIn(visit, deps)
    // Everything has been refunded in the meantime, so the form is gone.
    if (detail.restCents === 0) return backToOrder(visit, ORDER_PROBLEMS.too_much)
    const form = 'Nothing was refunded. Check the fields marked below.'
    return renderOrder(visit, detail, {
      refused: { action: 'refund', form: refusedForm(sent, { form, ...errors }) },
    })
  }

  /** Redisplays a form; if another operator has moved the order on in the meantime, the form is gone. */
  async function refuse(
    visit: OperatorVisit,
    action: Exclude<RefusedAction['action'], 'refund' | 'note'>,
    toForm: (detail: OrderDetail) => FormState,
  ): Promise<Response> {
    const detail = await orderIn(visit, deps)
    if (!mayDo(detail.order.state, action)) return backToOrder(visit, ORDER_PROBLEMS.wrong_state)
    return renderOrder(visit, detail, { refused: { action, form: toForm(detail) } })
  }

  /** Redisplays the tracking form if it's invalid, or if another window has saved a number since it was shown. */
  async function withTracking(
    visit: OperatorVisit,
    action: 'ship' | 'tracking',
    work: (tracking: Tracking, expectedVersion: string) => Promise<OrderResult>,
    done: string,
  ): Promise<Response> {
    const sent = await readEditForm(visit)
    const read = parseForm(trackingForm, sent)
    if (!read.ok) {
      const form = 'Nothing was changed. Check the fields marked below.'
      return refuse(visit, action, () => refusedForm(sent, { form, ...read.errors }))
    }
    const result = await work(read.value, sent.expectedVersion ?? '')
    if (result.ok || result.code !== 'tracking_since') return answerOrder(visit, result, done)
    return refuse(visit, action, ({ order, versions }) => {
      const saved = trackingValues(savedTracking(order))
      // Sending nothing again must not remove the number that another window saved.
      return read.value.trackingNumber === null
        ? failedForm(saved, { form: SAVED_SINCE }, versions.tracking)
        : conflictingForm(trackingValues(read.value), saved, versions.tracking)
    })
  }

  /** Redisplays a note that is too long, or that another window has changed since it was shown. */
  async function saveNote(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const { expectedVersion = '' } = sent
    const read = parseForm(noteForm, sent)
    if (!read.ok) {
      const form = failedForm(sent, read.errors, expectedVersion)
      return renderOrder(visit, await orderIn(visit, deps), { refused: { action: 'note', form } })
    }
    const result = await orderDesk.note(visit.id('id'), read.value.note, visit.actor, expectedVersion)
    if (result.ok || result.code !== 'note_since') return answerOrder(visit, result, 'Note saved.')
    const detail = await orderIn(visit, deps)
    const form = conflictingForm(read.value, { note: detail.order.note ?? '' }, detail.versions.note)
    return renderOrder(visit, detail, { refused: { action: 'note', form } })
  }

  async function cancel(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const read = parseForm(cancelForm, sent)
    if (!read.ok) {
      const form = 'Nothing was canceled. Check the fields marked below.'
      return refuse(visit, 'cancel', () => refusedForm(sent, { form, ...read.errors }))
    }
    const { reason, restCents } = read.value
    const result = await orderDesk.cancel(visit.id('id'), reason, visit.actor, restCents)
    if (!result.ok && result.code === 'rest_since')
      return refuse(visit, 'cancel', () => refusedForm(sent, { form: ORDER_PROBLEMS.rest_since }))
    return answerOrder(visit, result, 'Order canceled.')
  }

  /** Opens the next order of the list that this one was opened from. */
  async function pack(visit: OperatorVisit): Promise<Response> {
    const id = visit.id('id')
    const fields = await visit.form()
    const view = openedFrom((name) => fields.get(name) ?? '')
    // Before it moves, as it leaves the list.
    const next = await nextIn(view, id, deps)
    const result = await orderDesk.pack(id, visit.actor)
    if (!next || !result.ok) return answerOrder(visit, result, 'Marked as packed.')
    const number = (await orderBulk.find([id])).map(({ order }) => order.number)
    const search = viewSearch(next.view)
    return visit.go(next.id ? deskPaths.order(next.id, search) : deskPaths.orders(search), {
      kind: 'done',
      text: `${number.join()} marked as packed.`,
      unpack: [id],
    })
  }

  return [
    {
      method: 'POST',
      path: '/orders/:id/pack',
      role: 'staff',
      handle: pack,
    },
    {
      method: 'POST',
      path: '/orders/:id/unpack',
      role: 'staff',
      handle: async (visit) =>
        answerOrder(visit, await orderDesk.unpack(visit.id('id'), visit.actor), 'Back in To pack.'),
    },
    {
      method: 'POST',
      path: '/orders/:id/deliver',
      role: 'staff',
      handle: async (visit) =>
        answerOrder(visit, await orderDesk.deliver(visit.id('id'), visit.actor), 'Marked as delivered.'),
    },
    {
      method: 'POST',
      path: '/orders/:id/undeliver',
      role: 'staff',
      handle: async (visit) =>
        answerOrder(visit, await orderDesk.undeliver(visit.id('id'), visit.actor), 'Back in Shipped.'),
    },
    {
      method: 'POST',
      path: '/orders/:id/ship',
      role: 'staff',
      handle: (visit) =>
        withTracking(
          visit,
          'ship',
          (tracking, expectedVersion) => orderDesk.ship(visit.id('id'), tracking, visit.actor, expectedVersion),
          'Marked as shipped. The customer gets an email.',
        ),
    },
    {
      method: 'POST',
      path: '/orders/:id/tracking',
      role: 'staff',
      handle: (visit) =>
        withTracking(
          visit,
          'tracking',
          (tracking, expectedVersion) =>
            orderDesk.correctTracking(visit.id('id'), tracking, visit.actor, expectedVersion),
          'Tracking updated. The customer gets an email.',
        ),
    },
    {
      method: 'POST',
      path: '/orders/:id/delay',
      role: 'staff',
      async handle(visit) {
        const sent = await readEditForm(visit)
        // The page's other forms share its key.
        const key = `${readFormKey(sent)}:delay`
        const read = parseForm(delayForm(now()), sent)
        if (!read.ok) {
          const form = 'Nothing was sent. Check the fields marked below.'
          return refuse(visit, 'delay', () => refusedForm(sent, { form, ...read.errors }))
        }
        const result = await orderDesk.sendDelayNotice(visit.id('id'), { ...read.value, formKey: key }, visit.actor)
        return answerOrder(visit, result, 'Delay notice sent.')
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/note',
      role: 'staff',
      handle: saveNote,
    },
    {
      method: 'POST',
      path: '/orders/:id/mail',
      role: 'staff',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const { data: mailId } = z.uuid().safeParse(sent.mailId)
        if (!mailId) throw new AppError('invalid_request', 'Choose an email.', 400)
        // All emails on the page share its form key, but each can be resent separately.
        const key = `${readFormKey(sent)}:${mailId}`
        const result = await orderDesk.resendMail(visit.id('id'), { mailId, formKey: key }, visit.actor)
        return answerOrder(visit, result, 'Email sent again.')
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/refund',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const sent = await readEditForm(visit)
        const key = readFormKey(sent)
        const read = parseForm(refundForm, sent)
        if (!read.ok) return refuseRefund(visit, sent, read.errors)
        const { amount: amountCents, reason: why, restocks, refundedBefore: refundedBeforeCents } = read.value
        const refund = { amountCents, reason: why, restocks, formKey: key, refundedBeforeCents }
        const result = await orderDesk.refund(visit.id('id'), refund, visit.actor)
        if (!result.ok && result.code === 'refunded_since')
          return refuseRefund(visit, sent, { form: ORDER_PROBLEMS.refunded_since })
        if (!result.ok && result.code === 'too_much')
          return refuseRefund(visit, sent, { amount: 'That’s more than can still be refunded.' })
        return answerOrder(visit, result, `Refunding ${formatCents(amountCents)} to the card.`)
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/cancel',
      role: 'owner',
      isSensitive: true,
      handle: cancel,
    },
  ]
}

function trackingValues({ carrier, trackingNumber }: Tracking): Fields {
  return { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' }
}
