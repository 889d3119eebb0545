import { data, isRouteErrorResponse, Link, useLocation } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { OrderStatus, OrderView } from '#contract/order-view.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { CancelOrderButton } from '#web/order/cancel-order-button.tsx'
import { OrderBalance } from '#web/order/order-balance.tsx'
import { OrderHero } from '#web/order/order-hero.tsx'
import { OrderKeep } from '#web/order/order-keep.tsx'
import { OrderLines } from '#web/order/order-lines.tsx'
import { OrderPackages } from '#web/order/order-packages.tsx'
import { OrderTimeline } from '#web/order/order-timeline.tsx'
import { Seller } from '#web/order/seller.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { useRevalidateEvery } from '#web/ui/use-revalidate-every.ts'
import type { Route } from './+types/order.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

/** The outcome of a payment that is being checked is known within seconds. */
const ASK_AGAIN_MS = 3000

const STATUS: Record<OrderStatus, { title: string; text: string }> = {
  confirming: { title: 'We’re checking your payment', text: MESSAGES.paymentPending },
  paid: { title: 'Paid', text: 'Next we pack it, and email you when it ships.' },
  packed: { title: 'Packed', text: 'Waiting for pickup. We’ll email you when it ships.' },
  'partly-shipped': {
    title: 'Part of it is on its way',
    text: 'The rest ships separately. We’ll email you when it does.',
  },
  shipped: { title: 'On its way', text: 'Your package has shipped.' },
  delivered: { title: 'Delivered', text: 'It has arrived. We hope you enjoy it.' },
  'not-taken': {
    title: 'Not paid',
    text: 'Nothing was charged, and nothing will ship. You’re welcome to try again.',
  },
  cancelled: { title: 'Canceled', text: 'Nothing will ship. What you paid goes back to your original payment method.' },
  refunded: {
    title: 'Refunded',
    text: 'We’ve refunded your original payment method. Banks take a few days to show it.',
  },
  'partially-refunded': {
    title: 'Partly refunded',
    text: 'Part of it goes back to your original payment method. Banks take a few days to show it.',
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
  // No such order: the page that says so has nothing personal, and is the same for every invented link.
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
  useRevalidateEvery(order.status === 'confirming' || order.balance?.isConfirming ? ASK_AGAIN_MS : undefined)
  const confirmed = `We’ve emailed your confirmation${order.email ? ` to ${order.email}` : ''}. `
  return (
    <article>
      <Seller />
      <OrderHero
        order={order}
        title={isNew ? 'Thank you for your order' : title}
        text={(isNew && order.status !== 'confirming' ? confirmed : '') + text}
      />
      {order.balance && <OrderBalance balance={order.balance} token={token} />}
      <div className="wrap grid items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-12 pt-[clamp(2rem,1rem+4vw,5rem)] md:grid-cols-[1.5fr_1fr]">
        <div>
          <OrderTimeline order={order} />
          <OrderPackages order={order} />
        </div>
        <OrderLines order={order}>
          <PrintButton />
          {order.canCancel && (
            <CancelOrderButton
              token={token}
              refundCents={order.later.reduce((sum, { cents }) => sum + cents, order.totalCents) - order.refundedCents}
            />
          )}
          <Link className="flex min-h-11 items-center" to={paths.contact()}>
            <span className="underlined">Get help</span>
          </Link>
        </OrderLines>
      </div>
      <OrderKeep order={order} />
    </article>
  )
}

function PrintButton() {
  return (
    <button className="min-h-11" type="button" onClick={() => print()}>
      <span className="underlined">Print</span>
    </button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <NotFoundPage />
}

/** True if the buyer comes straight from paying. */
function useIsNew(): boolean {
  const { state } = useLocation()
  const isInBrowser = useIsInBrowser()
  return isInBrowser && Boolean((state as { isNew?: boolean } | null)?.isNew)
}
