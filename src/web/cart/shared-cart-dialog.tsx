import { linkedItems, readCartLink } from '#domain/cart/cart-link.ts'
import { type CartItem, EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import { Thumbnail } from '#web/pictures/picture.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { useCart } from './cart-context.ts'
import { fetchOffers } from './fetch-offers.ts'
import { lineName } from './quantity-stepper.tsx'

export type SharedCartDialogProps = { link: string; onDone: () => void }

/** Opens as soon as it is mounted. */
function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
}

/** A cart that someone shared: shown at today's prices, and added only if the visitor agrees. */
export function SharedCartDialog({ link, onDone }: SharedCartDialogProps) {
  const { dispatch, drawer } = useCart()
  const toast = useToast()
  const found = useAnswer(
    link,
    () => lookUp(link),
    (result) => {
      if (!('problem' in result)) return
      toast(result.problem, 'error')
      onDone()
    },
  )

  if (!found || 'problem' in found) return null
  const { items } = found
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)

  function add() {
    dispatch({ type: 'merge', items })
    onDone()
    drawer.open()
  }

  return (
    <dialog
      className="m-auto w-[min(30rem,100%-2rem)] bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 sm:p-8"
      ref={showModal}
      aria-labelledby="shared-cart-title"
      closedby="any"
      onClose={onDone}
    >
      <p className="eyebrow">Someone shared a cart with you</p>
      <h2 className="mt-2 text-title" id="shared-cart-title">
        Add {count === 1 ? 'this item' : `these ${count} items`} to your cart?
      </h2>
      <ul className="mt-5 border-b border-line">
        {found.items.map((item) => (
          <li className="grid grid-cols-[48px_1fr_auto] items-center gap-4 border-t border-line py-3" key={item.id}>
            <Thumbnail className="h-15" address={item.image} />
            <p>
              {lineName(item)}
              {item.quantity > 1 && <span className="block text-small text-soft">{item.quantity} bottles</span>}
            </p>
            <p className="tabular-nums">{formatCents(item.price * item.quantity)}</p>
          </li>
        ))}
      </ul>
      {found.missing > 0 && (
        <p className="mt-3 text-small text-soft">
          {counted(found.missing, 'line')} of this link {found.missing === 1 ? 'is' : 'are'} no longer available.
        </p>
      )}
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button className="button" type="button" onClick={add}>
          Add to cart
        </button>
        <button
          className="underlined"
          type="button"
          onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        >
          No, thanks
        </button>
      </p>
    </dialog>
  )
}

type LookUp = { items: readonly CartItem[]; missing: number } | { problem: string }

async function lookUp(link: string): Promise<LookUp> {
  const lines = readCartLink(link)
  if (!lines) return { problem: 'This link is broken. Your cart hasn’t changed.' }
  const offers = await fetchOffers()
  if (!offers) return { problem: 'The shared cart couldn’t be loaded. Please open the link again.' }
  const sold = linkedItems(lines, offers)
  if (sold.length === 0) return { problem: 'Nothing in this link is available anymore.' }
  // Merged among themselves first: a link may contain the same bottle twice.
  const { items } = reduceCart(EMPTY_CART, { type: 'merge', items: sold })
  return { items, missing: lines.length - sold.length }
}
