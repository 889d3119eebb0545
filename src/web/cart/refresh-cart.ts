import { type CartChange, cartChanges, repriced } from '#domain/cart/cart-offers.ts'
import { formatCents } from '#domain/money/cents.ts'
import { currentCart, dispatchToCart } from './cart-store.ts'
import { fetchOffers } from './fetch-offers.ts'

/** Updates the cart to what the shop sells now. Returns the changes as text, and which of them remove something. */
export async function refreshCart(): Promise<{ changes: string[]; losses: string[] }> {
  const offers = await fetchOffers()
  if (!offers) return { changes: [], losses: [] }
  const { items } = currentCart()
  const found = cartChanges(items, offers)
  // Names and what is in a bottle change silently.
  if (JSON.stringify(repriced(items, offers)) !== JSON.stringify(items)) dispatchToCart({ type: 'reprice', offers })
  return {
    changes: found.map(changeText),
    losses: found.filter(({ kind }) => kind !== 'price').map(changeText),
  }
}

function changeText(change: CartChange): string {
  const what = change.size ? `${change.name}, ${change.size},` : change.name
  switch (change.kind) {
    case 'gone':
      return `${what} is no longer available and was removed from your cart.`
    case 'sold-out':
      return `${what} is sold out and was removed from your cart.`
    case 'price':
      return `${what} is now ${formatCents(change.toCents)}; it was ${formatCents(change.fromCents)}.`
  }
}
