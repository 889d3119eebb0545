import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '#contract/order-view.ts'
import { paths } from '#web/paths.ts'
import { type OrderStep, orderSteps } from './order-steps.ts'
import { Tracking } from './tracking.tsx'

const BRANDS = new Map([
  ['VISA', 'Visa'],
  ['MASTERCARD', 'Mastercard'],
  ['AMERICAN_EXPRESS', 'American Express'],
  ['DISCOVER', 'Discover'],
  ['DISCOVER_DINERS', 'Diners Club'],
  ['JCB', 'JCB'],
  ['CHINA_UNIONPAY', 'UnionPay'],
])

/** What happens next and when, or what has happened. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const steps = orderSteps(order)
  const isOpen = steps.some(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="steps-title">
      <h2 className="text-[2rem]" id="steps-title">
        {isOpen ? 'What happens next' : 'What happened'}
      </h2>
      <ol className="order-steps">
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an order may be refunded twice, and what happened stays
          <Step step={step} key={index}>
            <StepText step={step} order={order} />
          </Step>
        ))}
        {isOpen && (
          <Step step={{ title: 'One drop, one day', when: 'Then', isDone: false }}>
            Before you use a new oil, put one drop inside your elbow and wait 24 hours.{' '}
            <Link className="underlined" to={paths.routineGuide()}>
              How to use it
            </Link>
          </Step>
        )}
      </ol>
    </section>
  )
}

type StepProps = { step: Pick<OrderStep, 'title' | 'when' | 'isDone'>; children: ReactNode }

function Step({ step: { title, when, isDone }, children }: StepProps) {
  return (
    <li className={isDone ? 'is-done' : ''}>
      <p className="order-step-when">{when}</p>
      <div>
        <h3 className="text-[1.45rem]">
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </h3>
        <div className="mt-1 text-small text-soft">{children}</div>
      </div>
    </li>
  )
}

function StepText({ step: { kind, isDone }, order }: { step: OrderStep; order: OrderView }) {
  const { card, canCancel, shipTo, email } = order
  // Each of several packages has its own.
  const tracking = order.packages.length > 0 ? null : order.tracking
  if (kind === 'placed')
    return (
      <>
        {card && (
          <>
            Paid with {BRANDS.get(card.brand) ?? 'card'} ending in <span className="tabular-nums">{card.last4}</span>
            .{' '}
          </>
        )}
        {canCancel && 'You can cancel until we pack it.'}
      </>
    )
  if (kind === 'packed') return isDone ? 'Waiting for pickup by the carrier.' : 'We’ll get your bottles ready.'
  if (kind === 'shipped' && tracking) return <Tracking {...tracking} />
  if (kind === 'shipped' && !isDone) return `We’ll email ${email ?? 'you'} when it ships.`
  if (kind !== 'arrival') return null
  return shipTo ? `To ${shipTo.join(', ')}.` : 'After 90 days this page no longer shows the address and the card.'
}
