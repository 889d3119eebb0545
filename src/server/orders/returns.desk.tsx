import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { positionIn, quantityField } from '#desk/views/orders/order-refund.tsx'
import { conditionField, ReceiveReturn, RecordReturn } from '#desk/views/orders/order-return.tsx'
import { areWithin, hasAny, type Quantities } from '#domain/orders/item-counts.ts'
import { isOpenReturn, RETURN_CONDITIONS, RETURN_REASONS, type ReturnCondition } from '#domain/orders/returns.ts'
import { counted } from '#domain/time/display.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { type Fields, ticked, typedLine, wholeNumber } from '#server/platform/http/form-fields.ts'
import { ALREADY_DONE, backToOrder } from './order-answer.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import { readFormKey } from './order-forms.ts'
import { orderIn } from './order-screen.tsx'
import type { OrderDetail, OrderReturn } from './orders.views.ts'
import type { NewReturnLine } from './returns.queries.ts'
import type { ReturnProblem, ReturnResult, ReturnService } from './returns.service.ts'

const PROBLEMS: Record<ReturnProblem, string> = {
  not_found: 'This return doesn’t exist.',
  too_many: 'Nothing was saved: another return was recorded since you opened this page. Check the quantities.',
  not_expected: 'This return was received or canceled in the meantime. Nothing was changed.',
}
const CHECK = 'Nothing was saved. Check the fields marked below.'
const NO_ADDRESS = 'Add your address in Settings, Business first: customers need to know where to send it.'

const recordForm = z
  .object({
    reason: z.enum(RETURN_REASONS, 'Choose a reason.'),
    words: typedLine
      .transform((text) => text || null)
      .pipe(z.string().max(300, 'Use 300 characters or fewer.').nullable()),
    arrival: z.enum(['expected', 'received'], 'Say whether it has arrived.'),
    emailsInstructions: ticked,
  })
  .refine(({ reason, words }) => reason !== 'other' || words !== null, {
    path: ['words'],
    error: 'Say in a few words why.',
  })

type ReturnDeskDeps = {
  orderDesk: OrderDeskService
  returns: ReturnService
  shopSettings: { facts: () => ShopFacts }
}

/** Recording what customers send back, and receiving it. */
export function returnRoutes(deps: ReturnDeskDeps): DeskRoute[] {
  const { returns, shopSettings } = deps
  const hasAddress = () => shopSettings.facts().address !== ''

  function answer(visit: OperatorVisit, result: ReturnResult, done: string): Response {
    if (!result.ok) return backToOrder(visit, PROBLEMS[result.code])
    if (result.isRepeat) return backToOrder(visit, ALREADY_DONE, 'done')
    const stock = result.restocked > 0 ? ` ${counted(result.restocked, 'item')} back in stock.` : ''
    return backToOrder(visit, done + stock, 'done')
  }

  function renderRecord(visit: OperatorVisit, detail: OrderDetail, form: FormState): Response {
    const body = <RecordReturn detail={detail} form={form} hasAddress={hasAddress()} />
    return visit.page({ title: 'Record return', section: 'orders', body, status: statusOf(form) })
  }

  function renderReceive(visit: OperatorVisit, detail: OrderDetail, found: OrderReturn, form: FormState): Response {
    const body = <ReceiveReturn detail={detail} found={found} form={form} />
    return visit.page({ title: 'Receive return', section: 'orders', body, status: statusOf(form) })
  }

  /** The return named in the path, while it is expected. */
  async function withReturn(
    visit: OperatorVisit,
    work: (detail: OrderDetail, found: OrderReturn) => Promise<Response> | Response,
  ): Promise<Response> {
    const detail = await orderIn(visit, deps)
    const id = visit.id('returnId')
    const found = detail.returns.find((known) => known.id === id)
    if (!found) throw new AppError('not_found', PROBLEMS.not_found, 404)
    return isOpenReturn(found.state) ? work(detail, found) : backToOrder(visit, PROBLEMS.not_expected)
  }

  async function record(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const formKey = readFormKey(sent)
    const read = parseForm(recordForm, sent)
    const lines = linesIn(sent)
    const detail = await orderIn(visit, deps)
    const refuse = (errors: Fields) => renderRecord(visit, detail, failedForm(sent, errors, ''))
    if (!read.ok) return refuse({ form: CHECK, ...read.errors, ...problemsOf(lines, detail.counts.returnable) })
    const { arrival, ...given } = read.value
    const isReceived = arrival === 'received'
    if (given.emailsInstructions && !isReceived && !hasAddress()) return refuse({ form: NO_ADDRESS })
    const result = await returns.record(visit.id('id'), { ...given, lines, isReceived, formKey }, visit.actor)
    if (result.ok) return answer(visit, result, isReceived ? 'Return received.' : 'Return recorded.')
    if (result.code !== 'too_many') return answer(visit, result, '')
    const current = await orderIn(visit, deps)
    const problems = problemsOf(lines, current.counts.returnable) ?? { form: PROBLEMS.too_many }
    return renderRecord(visit, current, failedForm(sent, problems, ''))
  }

  async function receive(visit: OperatorVisit): Promise<Response> {
    const sent = await readEditForm(visit)
    const lines = linesIn(sent)
    return withReturn(visit, async (detail, found) => {
      const limit = new Map(found.lines.map(({ position, quantity }) => [position, quantity]))
      const problems = problemsOf(lines, limit)
      if (problems) return renderReceive(visit, detail, found, failedForm(sent, problems, ''))
      return answer(visit, await returns.receive(detail.order.id, found.id, lines, visit.actor), 'Return received.')
    })
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/return',
      role: 'staff',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        if (!hasAny(detail.counts.returnable)) return backToOrder(visit, 'Nothing in this order can be returned.')
        const values = { formKey: randomUUID(), arrival: 'expected', emailsInstructions: hasAddress() ? 'yes' : '' }
        return renderRecord(visit, detail, freshForm(values, ''))
      },
    },
    { method: 'POST', path: '/orders/:id/return', role: 'staff', handle: record },
    {
      method: 'GET',
      path: '/orders/:id/returns/:returnId/receive',
      role: 'staff',
      handle: (visit) =>
        withReturn(visit, (detail, found) => {
          const values = found.lines.flatMap(({ position, quantity, condition }) => [
            [quantityField(position), String(quantity)],
            [conditionField(position), condition],
          ])
          return renderReceive(visit, detail, found, freshForm(Object.fromEntries(values) as Fields, ''))
        }),
    },
    { method: 'POST', path: '/orders/:id/returns/:returnId/receive', role: 'staff', handle: receive },
    {
      method: 'POST',
      path: '/orders/:id/returns/:returnId/cancel',
      role: 'staff',
      handle: async (visit) =>
        answer(visit, await returns.cancel(visit.id('id'), visit.id('returnId'), visit.actor), 'Return canceled.'),
    },
    {
      method: 'POST',
      path: '/orders/:id/returns/:returnId/instructions',
      role: 'staff',
      async handle(visit) {
        const returnId = visit.id('returnId')
        // All forms of the page share its key.
        const formKey = `${readFormKey(await readEditForm(visit))}:${returnId}`
        if (!hasAddress()) return backToOrder(visit, NO_ADDRESS)
        const result = await returns.sendInstructions(visit.id('id'), returnId, formKey, visit.actor)
        return answer(visit, result, 'Return instructions sent.')
      },
    },
  ]
}

function statusOf(form: FormState): 200 | 422 {
  return Object.keys(form.errors).length > 0 ? 422 : 200
}

/** Lines with a quantity; what is not a number is more than there is. */
function linesIn(sent: Fields): NewReturnLine[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const position = positionIn(name)
    const quantity = wholeNumber(value)
    if (position === undefined || quantity === 0) return []
    return [{ position, quantity, condition: conditionIn(sent[conditionField(position)]) }]
  })
}

/** Without a known condition it is not sold again. */
function conditionIn(text: string | undefined): ReturnCondition {
  return RETURN_CONDITIONS.find((condition) => condition === text) ?? 'opened'
}

/** Undefined if that many can come back. */
function problemsOf(lines: readonly NewReturnLine[], limit: Quantities): Fields | undefined {
  const wanted = new Map(lines.map(({ position, quantity }) => [position, quantity]))
  if (areWithin(wanted, limit)) return undefined
  const tooMany = lines.filter(({ position, quantity }) => !(quantity <= (limit.get(position) ?? 0)))
  if (tooMany.length === 0) return { form: 'Choose at least one item.' }
  return {
    form: CHECK,
    ...Object.fromEntries(tooMany.map(({ position }) => [quantityField(position), 'That’s more than can come back.'])),
  }
}
