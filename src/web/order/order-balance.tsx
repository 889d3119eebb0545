import { Fragment, useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { BalanceView } from '#contract/order-view.ts'
import { PAY_HASH } from '#contract/pay-hash.ts'
import { formatCents } from '#domain/money/cents.ts'
import { calendarDate } from '#domain/time/display.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'

async function loadForm() {
  const { BalanceForm } = await import('#web/checkout/balance-form.tsx')
  return BalanceForm
}

/** What the buyer was asked to pay after they bought, and a way to pay it. */
export function OrderBalance({ balance, token }: { balance: BalanceView; token: string }) {
  const section = useRef<HTMLElement>(null)
  const isLinked = useHash() === PAY_HASH
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView({ block: 'start' })
  }, [isLinked])
  const amount = formatCents(balance.amountCents)
  const { title, text } = wordsOf(balance, amount)
  const canPay = balance.standing === 'open' && !balance.isConfirming
  return (
    <section
      className="wrap scroll-mt-24 pt-[clamp(2rem,1rem+3vw,4rem)] print:hidden"
      id={PAY_HASH.slice(1)}
      ref={section}
      aria-labelledby="pay-title"
    >
      <div className="border border-line bg-paper p-6 sm:p-8 md:max-w-[40rem]">
        <h2 className="text-title" id="pay-title">
          {title}
        </h2>
        <p className="mt-3 text-soft" role="status">
          {text}
        </p>
        {canPay &&
          (balance.change ? <ChangeSums balance={balance} change={balance.change} /> : <TaxSum balance={balance} />)}
        {canPay && balance.buyer && (
          <PayPart balance={{ ...balance, buyer: balance.buyer }} token={token} isLinked={isLinked} />
        )}
      </div>
    </section>
  )
}

function TaxSum({ balance }: { balance: BalanceView }) {
  return (
    <dl className="mt-5 grid grid-cols-[1fr_auto] border-t border-line pt-4 tabular-nums">
      <dt>Sales tax, {balance.stateName}</dt>
      <dd className="text-[1.3rem] font-medium">{formatCents(balance.amountCents)}</dd>
    </dl>
  )
}

type ItemChange = NonNullable<BalanceView['change']>

/** What is added and removed, and the total of that. */
function ChangeSums({ balance, change }: { balance: BalanceView; change: ItemChange }) {
  const parts: [string, number][] = [
    ['Items', change.goodsCents],
    ['Discount', 0 - change.discountCents],
    ['Shipping', change.shippingCents],
    ['Sales tax', change.taxCents],
  ]
  return (
    <>
      <ul className="mt-5 grid gap-1 border-t border-line pt-4">
        {change.added.map((item) => (
          <li key={item}>
            <span className="text-soft">Added:</span> {item}
          </li>
        ))}
        {change.removed.map((item) => (
          <li key={item}>
            <span className="text-soft">Removed:</span> {item}
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-line pt-4 text-soft tabular-nums [&>dd]:text-right">
        {parts
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{formatCents(cents)}</dd>
            </Fragment>
          ))}
        <dt className="mt-2 text-ink">To pay</dt>
        <dd className="mt-2 text-[1.3rem] font-medium text-ink">{formatCents(balance.amountCents)}</dd>
      </dl>
    </>
  )
}

type PayPartProps = {
  balance: BalanceView & { buyer: NonNullable<BalanceView['buyer']> }
  token: string
  isLinked: boolean
}

/** The card form is shown on request, or if the buyer came from the link in the email. */
function PayPart({ balance, token, isLinked }: PayPartProps) {
  const scriptUrl = useRouteLoaderData<typeof rootLoader>('root')?.squareWebSdkUrl
  const isInBrowser = useIsInBrowser()
  const toast = useToast()
  const [presses, setPresses] = useState(0)
  const isOpen = isLinked || presses > 0
  if (!isInBrowser)
    return (
      <p className="mt-4 hidden [@media(scripting:none)]:block">
        To pay by card, please turn on JavaScript. You can also email us.
      </p>
    )
  return (
    <>
      {!isOpen && (
        <button className="button mt-5" type="button" onClick={() => setPresses(presses + 1)}>
          {`Pay ${formatCents(balance.amountCents)} by card`}
        </button>
      )}
      <LazyPart
        occasion={isOpen ? `open ${presses}` : ''}
        load={loadForm}
        onFailed={() => toast(MESSAGES.paymentScriptFailed, 'error')}
        props={isOpen && scriptUrl ? { balance, token, scriptUrl } : undefined}
        identity={balance.requestId}
      />
    </>
  )
}

function wordsOf(balance: BalanceView, amount: string): { title: string; text: string } {
  const { standing, isConfirming, stateName, change, payBy } = balance
  if (standing === 'open' && isConfirming)
    return { title: 'We’re checking your payment', text: MESSAGES.paymentPending }
  if (change && standing !== 'withdrawn') return changeWords(standing, amount, payBy)
  switch (standing) {
    case 'open':
      return {
        title: `${amount} is left to pay`,
        text: `Your order now ships to ${stateName}. Sales tax there is ${amount} more than you paid. You can pay it until ${calendarDate(payBy)}.`,
      }
    case 'paid':
      return {
        title: 'Thank you for your payment',
        text: `You paid ${amount} in sales tax for ${stateName}. There’s nothing left to pay.`,
      }
    case 'expired':
      return {
        title: 'This can no longer be paid here',
        text: `We asked you for ${amount} in sales tax for ${stateName}, until ${calendarDate(payBy)}. If you’d still like to pay it, please contact us.`,
      }
    case 'withdrawn':
      return { title: 'Nothing to pay', text: `You no longer have to pay the ${amount} that we asked you for.` }
  }
}

function changeWords(
  standing: 'open' | 'paid' | 'expired',
  amount: string,
  payBy: string,
): { title: string; text: string } {
  switch (standing) {
    case 'open':
      return {
        title: `${amount} is left to pay`,
        text: `We’ll change your order as below once you’ve paid, until ${calendarDate(payBy)}. Otherwise it ships as you ordered it.`,
      }
    case 'paid':
      return {
        title: 'Thank you for your payment',
        text: `You paid ${amount}, and we changed your order. There’s nothing left to pay.`,
      }
    case 'expired':
      return {
        title: 'This can no longer be paid here',
        text: `We asked you for ${amount} to change your order. It wasn’t changed. If you’d still like to, please contact us.`,
      }
  }
}
