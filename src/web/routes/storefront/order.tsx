import { data, isRouteErrorResponse, useLocation } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { OrderStatus, OrderView } from '#contract/order-view.ts'
import { longDate } from '#domain/time/display.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { CancelOrderButton } from '#web/order/cancel-order-button.tsx'
import { OrderFacts } from '#web/order/order-facts.tsx'
import { OrderLines } from '#web/order/order-lines.tsx'
import { Seller } from '#web/order/seller.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { useRevalidateEvery } from '#web/ui/use-revalidate-every.ts'
import type { Route } from './+types/order.ts'

/** A payment that is being checked is known within seconds. */
const ASK_AGAIN_MS = 3000

const STATUS: Record<OrderStatus, { title: string; text: string }> = {
  confirming: { title: 'We are checking your payment', text: MESSAGES.paymentPending },
  paid: { title: 'Paid', text: 'We pack it next, and write to you when it leaves.' },
  packed: { title: 'Packed', text: 'It waits for the carrier.' },
  'partly-shipped': {
    title: 'Part of it is on its way',
    text: 'The rest ships separately. We’ll email you when it does.',
  },
  shipped: { title: 'On its way', text: 'It has left us.' },
  delivered: { title: 'Delivered', text: 'It has arrived. We hope you enjoy it.' },
  'not-taken': {
    title: 'Not paid',
    text: 'No money was taken, and nothing will be sent. You are welcome to try again.',
  },
  cancelled: { title: 'Cancelled', text: 'Nothing will be sent. What you paid goes back the way it came.' },
  refunded: { title: 'Refunded', text: 'All of it goes back to your card. Banks take a few days to show it.' },
  'partially-refunded': {
    title: 'Refunded in part',
    text: 'Part of it goes back to your card. Banks take a few days to show it.',
  },
}

export const meta: Route.MetaFunction = (args) => {
  const number = args.loaderData?.value?.number
  return pageMeta(args, {
    title: number ? `Order ${number}` : 'Page not found',
    description: 'An order at Bloomera.',
    isHidden: true,
  })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  // Nobody's: the page that says so holds nothing personal, and is the same for every invented link.
  if (!page.services.orders.isToken(params.token)) throw notFound(page)
  const result = await loadOrFail(page, url, () => page.services.orders.viewByToken(params.token))
  if (result.data.value === undefined && result.init?.status !== 503) throw data(null, { status: 404 })
  return result
}

export default function Order({ loaderData: { value }, params }: Route.ComponentProps) {
  return value ? <OrderPage order={value} token={params.token} /> : <LoadFailed message={MESSAGES.orderLookupFailed} />
}

function OrderPage({ order, token }: { order: OrderView; token: string }) {
  const isNew = useIsNew() && order.status !== 'not-taken'
  const { title, text } = STATUS[order.status]
  useRevalidateEvery(order.status === 'confirming' ? ASK_AGAIN_MS : undefined)
  return (
    <article>
      <Seller />
      <div className="bg-linen">
        <div className="wrap py-[clamp(2rem,1rem+4vw,4rem)]">
          <p className="eyebrow">Order of {longDate(new Date(order.placedAt))}</p>
          <h1 className="mt-3">{isNew ? 'Thank you for your order' : title}</h1>
          <p className="mt-4 text-lead text-bark" role="status">
            {isNew && order.status !== 'confirming' ? 'A confirmation is on its way to your mailbox. ' : ''}
            {text}
          </p>
          <p className="mt-4">
            Order number <b className="font-medium tracking-[0.04em] select-all">{order.number}</b>
          </p>
        </div>
      </div>
      <div className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] gap-y-12 pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-[1.5fr_1fr]">
        <OrderLines order={order} />
        <OrderFacts order={order} />
      </div>
      <div className="wrap pt-10 print:hidden">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button className="button button-quiet" type="button" onClick={() => print()}>
            Print
          </button>
          {order.reminderPath && (
            <a className="button button-quiet" href={order.reminderPath} download>
              Add a reminder to your calendar
            </a>
          )}
          {order.canCancel && <CancelOrderButton token={token} refundCents={order.totalCents - order.refundedCents} />}
        </div>
        <p className="mt-8 max-w-2xl text-small text-soft">
          This page is yours: whoever has its address can see it, so share it with care. Search engines never do, and
          after 90 days it no longer shows where the parcel went and how it was paid.
        </p>
      </div>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <NotFoundPage />
}

/** Whether the buyer comes straight from paying. */
function useIsNew(): boolean {
  const { state } = useLocation()
  const isInBrowser = useIsInBrowser()
  return isInBrowser && Boolean((state as { isNew?: boolean } | null)?.isNew)
}
