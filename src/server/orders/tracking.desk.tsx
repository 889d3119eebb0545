import { deskPaths } from '#desk/desk-paths.ts'
import { type PastedTracking, Tracking } from '#desk/views/orders/tracking.tsx'
import { bulkSentence } from '#domain/orders/bulk-actions.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import { matchTracking } from '#domain/orders/tracking-list.ts'
import { counted } from '#domain/time/display.ts'
import { LONG_FORM } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { GivenTracking, OrderBulkService } from './order-bulk.service.ts'
import { trackingVersion } from './order-shipping.ts'
import type { TrackingEntry } from './orders.views.ts'
import { afterNone, tickedIn } from './ticked-orders.ts'
import { readEntries, trackingOf } from './tracking-form.ts'

type TrackingDeps = { orderBulk: OrderBulkService }

type Done = {
  text: string
  isProblem: boolean
  /** Ids of the orders whose number another window has changed. */
  changed: readonly string[]
}

type Sent = { entries: TrackingEntry[]; leftOut: number; list: string; pasted: string }

export function trackingRoutes({ orderBulk }: TrackingDeps): DeskRoute[] {
  /** Reads the form, or the address on the first visit. Orders that can no longer ship are left out. */
  async function read(visit: OperatorVisit, fields?: URLSearchParams): Promise<Sent | Response> {
    const ids = tickedIn(visit, fields)
    if (ids instanceof Response) return ids
    const found = await orderBulk.find(ids)
    const open = found.map(({ order }) => order).filter(({ state }) => isUnshipped(state))
    if (open.length === 0) return afterNone(visit, 'None of these orders can be shipped anymore.', fields)
    return {
      entries: readEntries(open, fields),
      leftOut: ids.length - open.length,
      list: toOrderList(fields?.get('list') ?? visit.query('list')),
      pasted: fields?.get('pasted') ?? '',
    }
  }

  function render(
    visit: OperatorVisit,
    sent: Sent,
    change: { problem?: string; match?: PastedTracking } = {},
  ): Response {
    const body = <Tracking {...sent} {...change} />
    const status = change.problem ? 422 : 200
    return visit.page({ title: 'Add tracking', section: 'orders', body, status, scans: true })
  }

  /** Runs with a form that has no errors; nothing is changed before. */
  async function withForm(visit: OperatorVisit, work: (sent: Sent) => Promise<Done | Response>): Promise<Response> {
    const fields = await visit.form()
    const sent = await read(visit, fields)
    if (sent instanceof Response) return sent
    if (sent.entries.some(({ problem }) => problem))
      return render(visit, sent, { problem: 'Nothing was saved or sent. Check the rows marked below.' })
    const done = await work(sent)
    if (done instanceof Response) return done
    const { text, isProblem, changed } = done
    if (changed.length === 0)
      return visit.go(deskPaths.orders({ list: sent.list }), { kind: isProblem ? 'problem' : 'done', text })
    // Another window saved between our look and our lock.
    const again = await read(visit, fields)
    if (again instanceof Response) return again
    const numbers = again.entries.flatMap(({ order }) => (changed.includes(order.id) ? order.number : []))
    const problem = `${text} Changed in another window just now, so left as it is: ${numbers.join(', ')}.`
    return render(visit, again, { problem: problem.trim() })
  }

  return [
    {
      method: 'GET',
      path: '/orders/tracking',
      role: 'staff',
      async handle(visit) {
        const sent = await read(visit)
        return sent instanceof Response ? sent : render(visit, sent)
      },
    },
    {
      method: 'POST',
      path: '/orders/tracking/match',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const fields = await visit.form()
        const sent = await read(visit, fields)
        if (sent instanceof Response) return sent
        const { numbers, unmatched } = matchTracking(
          sent.pasted,
          sent.entries.map(({ order }) => order),
        )
        for (const [id, number] of numbers) fields.set(`number-${id}`, number)
        const entries = readEntries(
          sent.entries.map(({ order }) => order),
          fields,
        )
        return render(visit, { ...sent, entries }, { match: { matched: numbers.size, unmatched } })
      },
    },
    {
      method: 'POST',
      path: '/orders/tracking/save',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      handle: (visit) =>
        withForm(visit, async ({ entries }) => {
          const { saved, skipped, changed } = await orderBulk.saveTracking(givenIn(entries), visit.actor)
          const rest = skipped.length > 0 ? ` Not saved, because they moved on: ${skipped.join(', ')}.` : ''
          const text = `${counted(saved, 'tracking number')} saved. Nothing was sent.${rest}`
          return { text, isProblem: skipped.length > 0, changed }
        }),
    },
    {
      method: 'POST',
      path: '/orders/tracking',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      handle: (visit) =>
        withForm(visit, async (sent) => {
          const numbered = sent.entries.filter(({ number }) => number !== '')
          if (numbered.length === 0)
            return render(visit, sent, { problem: 'No order has a tracking number yet. Nothing was sent.' })
          const outcome = await orderBulk.shipTracked(givenIn(numbered), visit.actor)
          const left = sent.entries.length - numbered.length
          const rest = left > 0 ? ` ${counted(left, 'order')} without a number not shipped.` : ''
          const text = bulkSentence('ship', outcome) + rest
          return { text, isProblem: outcome.done.length === 0, changed: outcome.changed }
        }),
    },
  ]
}

function givenIn(entries: readonly TrackingEntry[]): Map<string, GivenTracking> {
  return new Map(
    entries.map((entry) => {
      const given = { tracking: trackingOf(entry), expectedVersion: trackingVersion(entry.order) }
      return [entry.order.id, given]
    }),
  )
}
