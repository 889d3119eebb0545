import { freeShippingLine } from '#domain/money/shipping-sentences.ts'
import { useRates } from '#web/ui/use-rates.ts'
import { useCart } from './cart-context.ts'

/** How far the cart is from free shipping; `addCents` is the price of the page's product if it isn't in the cart. */
export function FreeShipping({ addCents }: { addCents?: number }) {
  const { cart } = useCart()
  const { shipping } = useRates()
  const { text, amount, reachedCents } = freeShippingLine(
    { cartCents: cart.total, ...(addCents !== undefined && { addCents }) },
    shipping,
  )
  const [before, after] = amount ? text.split(amount) : [text]
  const goal = shipping.freeFromCents || 1
  return (
    <>
      <p>
        {before}
        {amount && <b className="font-medium tabular-nums">{amount}</b>}
        {after}
      </p>
      <progress
        className="free-shipping mt-2 block w-full"
        max={goal}
        value={Math.min(reachedCents, goal)}
        aria-label="Progress to free shipping"
      />
    </>
  )
}
