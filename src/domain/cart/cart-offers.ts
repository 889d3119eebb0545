import type { Marks } from '../catalogue/cautions.ts'
import { priceOf, type Size } from '../catalogue/sizes.ts'
import { isSoldOut, type Stocked } from '../catalogue/stock.ts'
import type { CartItem } from './cart.ts'

/** What the shop currently sells, as far as the cart needs it. */
export type Offer = Stocked &
  Marks & {
    id: string
    name: string
    /** The address of its main picture, without width and format; empty if it has none. */
    image: string
  }

export type CartChange =
  | { kind: 'price'; name: string; size: Size | undefined; fromCents: number; toCents: number }
  | { kind: 'gone' | 'sold-out'; name: string; size: Size | undefined }

/** The lines still available, at current prices and names, and with what is in them now. */
export function repriced(items: readonly CartItem[], offers: readonly Offer[]): CartItem[] {
  return items.flatMap((item) => {
    const offer = findOffer(item, offers)
    if (!offer || offer.isSoldOut) return []
    const image = isOutdated(item.image, offer.image) ? offer.image : item.image
    return [{ ...item, name: offer.name, price: offer.priceCents, image, marks: offer.marks }]
  })
}

/** A name, which older carts have instead of an address, or the same picture, re-rendered. A size's picture stays. */
function isOutdated(stored: string, lead: string): boolean {
  const nameOf = (address: string) => /^\/pictures\/(.+)-/.exec(address)?.[1]
  return !stored.startsWith('/') || (nameOf(stored) !== undefined && nameOf(stored) === nameOf(lead))
}

/** What `repriced` changes in the cart, to notify the shopper. */
export function cartChanges(items: readonly CartItem[], offers: readonly Offer[]): CartChange[] {
  return items.flatMap((item): CartChange[] => {
    const offer = findOffer(item, offers)
    const { name, size, price: fromCents } = item
    if (!offer) return [{ kind: 'gone', name, size }]
    if (offer.isSoldOut) return [{ kind: 'sold-out', name, size }]
    return offer.priceCents === fromCents ? [] : [{ kind: 'price', name, size, fromCents, toCents: offer.priceCents }]
  })
}

function findOffer(
  { productId, size }: Pick<CartItem, 'productId' | 'size'>,
  offers: readonly Offer[],
): { name: string; image: string; priceCents: number; isSoldOut: boolean; marks: Marks } | undefined {
  const offer = offers.find(({ id }) => id === productId)
  const priceCents = offer && priceOf(offer.pricing, size)
  return offer && priceCents !== undefined
    ? {
        name: offer.name,
        image: offer.image,
        priceCents,
        isSoldOut: isSoldOut(offer, size),
        marks: { skinTypes: offer.skinTypes, cautions: offer.cautions },
      }
    : undefined
}
