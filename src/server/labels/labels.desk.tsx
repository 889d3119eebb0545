import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { freshForm } from '#desk/ui/form-state.ts'
import { BoughtLabels } from '#desk/views/labels/bought-labels.tsx'
import { BuyLabel } from '#desk/views/labels/buy-label.tsx'
import { BuyLabels } from '#desk/views/labels/buy-labels.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import { packageSizeOf } from '#domain/orders/package-size.ts'
import { LONG_FORM, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { addressLines } from '#server/orders/address-lines.ts'
import type { OrderBulkService, OrderWithLines } from '#server/orders/order-bulk.service.ts'
import { afterNone, tickedIn } from '#server/orders/ticked-orders.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { CarrierAccounts } from './carrier-account.service.ts'
import type { LabelService } from './labels.service.ts'
import type { LabelOutcome, LabelPurchase, LabelQuote } from './labels.views.ts'
import { packageSizeFields, packageSizeForm, readAgreed } from './package-form.ts'

type LabelRouteDeps = {
  carrier: { accounts: CarrierAccounts; labels: LabelService }
  orderBulk: OrderBulkService
  securityHeaders: SecurityHeaders
}

const NOT_CONNECTED = 'Shipping labels aren’t set up. An owner can do that under Settings.'
const SIZES = ['weightOz', 'lengthIn', 'widthIn', 'heightIn'] as const

/** Buying labels, for one order or all selected ones. */
export function labelRoutes(deps: LabelRouteDeps): DeskRoute[] {
  const { carrier, orderBulk, securityHeaders } = deps
  const { accounts, labels } = carrier

  /** The packages of these orders, with their usual weight. */
  async function toPackages(found: readonly OrderWithLines[]): Promise<Pick<LabelQuote, 'order' | 'packageSize'>[]> {
    const rules = await accounts.packaging()
    const packed = await orderBulk.toPack(found)
    return packed.map(({ order, lines }) => ({ order, packageSize: packageSizeOf(itemsToShip(lines), rules) }))
  }

  async function renderMany(visit: OperatorVisit): Promise<Response> {
    const ids = tickedIn(visit)
    if (ids instanceof Response) return ids
    const account = await accounts.find()
    if (!account || account.isUnreadable) return afterNone(visit, NOT_CONNECTED)
    const found = await orderBulk.find(ids)
    const open = found.filter(({ order }) => isUnshipped(order.state))
    if (open.length === 0) return afterNone(visit, 'None of these orders can be shipped anymore.')
    const body = (
      <BuyLabels
        quotes={await labels.quote(await toPackages(open))}
        list={toOrderList(visit.query('list'))}
        leftOut={ids.length - open.length}
        isTest={account.isTest}
      />
    )
    return visit.page({ title: 'Buy labels', section: 'orders', body })
  }

  async function renderOne(visit: OperatorVisit): Promise<Response> {
    const id = visit.id('id')
    const [found] = await orderBulk.find([id])
    if (!found) throw new AppError('not_found', 'There is no such order.', 404)
    const { order } = found
    const back = (text: string) => visit.go(deskPaths.order(id), { kind: 'problem', text })
    const account = await accounts.find()
    if (!account || account.isUnreadable) return back(NOT_CONNECTED)
    if (!isUnshipped(order.state)) return back('This order can no longer be shipped.')
    const [usual] = await toPackages([found])
    if (!usual) throw new AppError('not_found', 'There is no such order.', 404)
    const typed = SIZES.some((name) => visit.query(name) !== '')
      ? Object.fromEntries(SIZES.map((name) => [name, visit.query(name)]))
      : undefined
    const read = typed && parseForm(packageSizeForm, typed)
    const packageSize = read?.ok ? read.value : usual.packageSize
    const isRefused = typed !== undefined && read !== undefined && !read.ok
    const form = isRefused ? refusedForm(typed, read.errors) : freshForm(packageSizeFields(packageSize), '')
    const [quote = { order, packageSize, problem: '' }] = isRefused ? [] : await labels.quote([{ order, packageSize }])
    const body = <BuyLabel quote={quote} shipTo={addressLines(order)} form={form} isTest={account.isTest} />
    return visit.page({ title: 'Buy label', section: 'orders', body, status: isRefused ? 422 : 200 })
  }

  async function buyMany(visit: OperatorVisit): Promise<Response> {
    const fields = await visit.form()
    const ids = tickedIn(visit, fields)
    if (ids instanceof Response) return ids
    const purchases = ids.map((orderId) => {
      const agreed = readAgreed(fields.get(`label-${orderId}`))
      return agreed && { orderId, ...agreed }
    })
    // A form that isn't ours doesn't prove what its sender agreed to.
    if (!purchases.every((purchase): purchase is LabelPurchase => purchase !== undefined))
      return afterNone(visit, 'Select the orders again. Nothing was bought.', fields)
    if (!(await labels.isConnected())) return afterNone(visit, NOT_CONNECTED, fields)
    const outcomes = await labels.buy(purchases, visit.actor)
    return visit.go(labelPaths.boughtLabels(ids), summaryOf(outcomes))
  }

  async function buyOne(visit: OperatorVisit): Promise<Response> {
    const id = visit.id('id')
    const agreed = readAgreed((await visit.form()).get('label'))
    const back = deskPaths.order(id)
    if (!agreed) return visit.go(labelPaths.buyLabel(id), { kind: 'problem', text: 'Choose a service first.' })
    if (!(await labels.isConnected())) return visit.go(back, { kind: 'problem', text: NOT_CONNECTED })
    const [outcome] = await labels.buy([{ orderId: id, ...agreed }], visit.actor)
    return visit.go(back, outcome && summaryOf([outcome]))
  }

  return [
    { method: 'GET', path: '/orders/buy-labels', role: 'staff', handle: renderMany },
    { method: 'POST', path: '/orders/buy-labels', role: 'staff', maxFormBytes: LONG_FORM, handle: buyMany },
    {
      method: 'GET',
      path: '/orders/bought-labels',
      role: 'staff',
      async handle(visit) {
        const ids = tickedIn(visit)
        if (ids instanceof Response) return ids
        const [found, newest] = [await orderBulk.find(ids), await labels.newest(ids)]
        const orders = found.map(({ order }) => ({ order, label: newest.get(order.id) }))
        const body = <BoughtLabels orders={orders} list={toOrderList(visit.query('list'))} />
        return visit.page({ title: 'Labels', section: 'orders', body })
      },
    },
    { method: 'GET', path: '/orders/:id/buy-label', role: 'staff', handle: renderOne },
    { method: 'POST', path: '/orders/:id/buy-label', role: 'staff', handle: buyOne },
    {
      method: 'GET',
      path: '/orders/:id/labels/:labelId/label.png',
      role: 'read-only',
      async handle(visit) {
        const image = await labels.image(visit.id('id'), visit.id('labelId'))
        if (!image) throw new AppError('not_found', 'The label can’t be downloaded right now.', 404)
        const headers = { ...securityHeaders.forDesk, 'content-type': 'image/png' }
        return visit.c.body(new Uint8Array(image), 200, headers)
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/labels/:labelId/void',
      role: 'staff',
      async handle(visit) {
        const result = await labels.void(visit.id('id'), visit.id('labelId'), visit.actor)
        return visit.go(
          deskPaths.order(visit.id('id')),
          result.ok
            ? { kind: 'done', text: 'Label voided. The postage goes back to your EasyPost balance.' }
            : { kind: 'problem', text: `Not voided: ${result.problem}` },
        )
      },
    },
  ]
}

const NAMED = 3

/** How many were bought and for how much, and which were not and why. */
function summaryOf(outcomes: readonly LabelOutcome[]) {
  const bought = outcomes.filter((outcome) => outcome.state === 'bought')
  const open = outcomes.filter(({ state }) => state === 'open').length
  const failed = outcomes.filter((outcome) => outcome.state === 'failed')
  const cents = bought.reduce((sum, { costCents }) => sum + costCents, 0)
  const label = (count: number) => (count === 1 ? '1 label' : `${count} labels`)
  const sentences = [
    ...(bought.length > 0 ? [`${label(bought.length)} bought for ${formatCents(cents)}.`] : []),
    ...(open > 0 ? [`${label(open)} not confirmed yet; we keep asking EasyPost.`] : []),
    ...failed.slice(0, NAMED).map(({ number, problem }) => `${number}: ${problem}`),
    ...(failed.length > NAMED ? [`${failed.length - NAMED} more were not bought.`] : []),
  ]
  return { kind: failed.length > 0 ? ('problem' as const) : ('done' as const), text: sentences.join(' ') }
}
