import { isSize, priceOf, type Size } from '../catalogue/sizes.ts'
import { isSoldOut } from '../catalogue/stock.ts'
import type { Offer } from './cart-offers.ts'
import { type CartItem, lineId, MAX_QUANTITY } from './cart.ts'

export type LinkedLine = { productId: string; size: Size | undefined; quantity: number }

/** Enough for every bottle in the shop. A link is untrusted input, so it needs a limit. */
const MAX_LINKED_LINES = 50
const LINE = /^([a-z0-9-]{1,100})\.(\w{0,4})\.([1-9]\d?)$/

/**
 * `face-serum.1oz.2~body-oil..1`: ids, sizes and quantities; no prices, and nothing that needs escaping.
 */
export function writeCartLink(items: readonly CartItem[]): string {
  return items.map(({ productId, size = '', quantity }) => `${productId}.${size}.${quantity}`).join('~')
}

/** Undefined unless the whole text is valid: a partly valid link is refused. */
export function readCartLink(text: string): LinkedLine[] | undefined {
  const parts = text.split('~', MAX_LINKED_LINES + 1)
  if (parts.length > MAX_LINKED_LINES) return undefined
  const lines = parts.map(readLine)
  return lines.every((line) => line !== undefined) ? lines : undefined
}

function readLine(part: string): LinkedLine | undefined {
  const [, productId, size = '', quantity] = LINE.exec(part) ?? []
  if (!productId || (size !== '' && !isSize(size))) return undefined
  return { productId, size: isSize(size) ? size : undefined, quantity: Math.min(Number(quantity), MAX_QUANTITY) }
}

/** The linked lines at current names and prices, without those no longer sold or sold out. */
export function linkedItems(lines: readonly LinkedLine[], offers: readonly Offer[]): CartItem[] {
  return lines.flatMap(({ productId, size, quantity }) => {
    const offer = offers.find(({ id }) => id === productId)
    const price = offer && priceOf(offer.pricing, size)
    if (!offer || price === undefined || isSoldOut(offer, size)) return []
    const { name, image, skinTypes, cautions } = offer
    const line = { id: lineId(productId, size), productId, name, price, image, quantity }
    return [{ ...line, ...(size && { size }), marks: { skinTypes, cautions } }]
  })
}
