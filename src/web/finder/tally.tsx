import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Answers } from '#domain/catalogue/finder.ts'
import { centsPerDay } from '#domain/catalogue/routine.ts'
import { priceOf } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { shippingFor } from '#domain/money/pricing.ts'
import { arrivalInDays } from '#domain/orders/delivery-estimate.ts'
import { leadingNumberWord, numberWord } from '#domain/text/number-words.ts'
import { counted } from '#domain/time/display.ts'
import { AddedToast } from '#web/cart/added-toast.tsx'
import { useCart } from '#web/cart/cart-context.ts'
import { toCartLine } from '#web/cart/cart-line.ts'
import { loadCheckout, OPENED_HERE } from '#web/checkout/checkout-host.tsx'
import { useRememberedState } from '#web/delivery/remembered-state.ts'
import { useArrival, useStatedDelivery } from '#web/delivery/use-arrival.ts'
import { revealHeader } from '#web/frame/sticky-header.ts'
import { CHECKOUT_HASH, paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { RememberProfile } from '#web/profile/remember-profile.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useRates } from '#web/ui/use-rates.ts'
import type { ShownStep } from './routine-page.tsx'

type TallyProps = { steps: readonly ShownStep[]; also: ShownStep | undefined; leftOut: string; answers: Answers }

/** The routine's price, and a button that adds all of it to the cart. On a phone it stays at the bottom. */
export function Tally({ steps, also, leftOut, answers }: TallyProps) {
  const bought = steps.filter(({ product, size }) => !isSoldOut(product, size))
  const sum = bought.reduce((cents, { product, size }) => cents + (priceOf(product.pricing, size) ?? 0), 0)
  const oils = `${leadingNumberWord(bought.length)} ${bought.length === 1 ? 'oil' : 'oils'}`
  const { shipping } = useRates()
  const cost = shippingFor(sum, shipping)
  return (
    <aside
      className="flex flex-col bg-paper max-lg:-mx-gutter max-lg:px-gutter max-lg:pt-8 max-lg:pb-8 lg:p-8"
      aria-label="The routine"
    >
      <p className="text-small text-soft">{oils}</p>
      <p className="display text-[2.5rem] leading-11 lining-nums">{formatCents(sum)}</p>
      {sum > 0 && (
        <p className="text-small text-success">{cost === 0 ? 'Ships free' : `Plus ${formatCents(cost)} shipping`}</p>
      )}
      <Facts bought={bought} />
      <AddRoutine bought={bought} oils={oils} sum={sum} />
      {steps.length > 1 && (
        <p className="mt-4 text-center text-small">
          <Link className="underlined" to={paths.compare(steps.map(({ product }) => product.id))}>
            Compare the {numberWord(steps.length)}
          </Link>
        </p>
      )}
      {leftOut && (
        <div className="mt-6 border-t border-line pt-5 text-small">
          <p className="font-medium">What we left out</p>
          <p className="text-soft">{leftOut}</p>
        </div>
      )}
      {also && <Also {...also} />}
      <RememberProfile answers={answers} />
    </aside>
  )
}

function Facts({ bought }: { bought: readonly ShownStep[] }) {
  const state = useRememberedState()
  const arrival = useArrival(state)
  const delivery = useStatedDelivery()
  const perDay = centsPerDay(bought.map(({ product: { pricing }, size, habit }) => ({ pricing, size, habit })))
  return (
    <dl className="mt-5 border-t border-line text-small tabular-nums [&>div]:flex [&>div]:min-h-13 [&>div]:items-center [&>div]:justify-between [&>div]:gap-4 [&>div]:border-b [&>div]:border-line">
      {delivery && (
        <div>
          <dt className="whitespace-nowrap text-soft">Usually arrives</dt>
          <dd className="text-right text-balance">{arrival ?? `in ${arrivalInDays(delivery)}`}</dd>
        </div>
      )}
      {perDay !== undefined && (
        <div>
          <dt className="text-soft">Per day</dt>
          <dd>about {perDay < 100 ? counted(perDay, 'cent') : formatCents(perDay)}</dd>
        </div>
      )}
    </dl>
  )
}

type AddRoutineProps = { bought: readonly ShownStep[]; oils: string; sum: number }

/** Then the same button continues, so that a thumb doesn't have to move. */
function AddRoutine({ bought, oils, sum }: AddRoutineProps) {
  const { dispatch, drawer } = useCart()
  const toast = useToast()
  const navigate = useNavigate()
  const chosen = bought.map(({ product, size }) => `${product.id} ${size}`).join()
  const [added, setAdded] = useState('')
  const isAdded = added === chosen && bought.length > 0

  function add() {
    const lines = bought.map(({ product, size }) => toCartLine(product, size, priceOf(product.pricing, size) ?? 0))
    for (const product of lines) dispatch({ type: 'add', product })
    setAdded(chosen)
    revealHeader()
    void loadCheckout()
    const [first] = lines
    const message = lines.length === 1 ? `${first?.name} added to cart!` : 'Your routine is in the cart!'
    const item = { image: first?.image ?? '', price: sum, size: oils }
    toast(message, 'added', { content: <AddedToast message={message} item={item} onView={drawer.open} /> })
  }

  return (
    <>
      <div className="buy-bar lg:mt-7!">
        <p className="leading-6 whitespace-nowrap tabular-nums md:hidden">
          <span className="text-soft">{oils}</span>
          <br />
          <b className="font-medium">{formatCents(sum)}</b>
        </p>
        <button
          className="button min-h-13 w-full"
          type="button"
          disabled={bought.length === 0}
          onClick={({ detail }) => {
            if (!isAdded) return add()
            // The second half of a double tap isn't meant for what the button has become.
            if (detail < 2)
              void navigate(
                { search: location.search, hash: CHECKOUT_HASH },
                { preventScrollReset: true, state: OPENED_HERE },
              )
          }}
        >
          {bought.length === 0 ? 'Sold Out' : isAdded ? 'Checkout' : 'Add the routine'}
        </button>
      </div>
      <noscript>
        <p className="mt-3 text-center text-small">
          The cart needs JavaScript. Turn it on, or order by email or phone.
        </p>
      </noscript>
    </>
  )
}

function Also({ product, size }: ShownStep) {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Link
        className="group grid grid-cols-[3rem_1fr_auto] items-center gap-4 leading-6 lg:grid-cols-[4.5rem_1fr_auto]"
        to={paths.product(product.id)}
      >
        <Picture className="aspect-4/5" picture={product.picture} sizes="72px" isDecoration />
        <span>
          <span className="block text-small text-soft">For body and hair</span>
          <span className="group-hover:text-amber">{product.name}</span>
        </span>
        <b className="text-small font-medium tabular-nums">{formatCents(priceOf(product.pricing, size) ?? 0)}</b>
      </Link>
      <Marks {...product} />
    </div>
  )
}
