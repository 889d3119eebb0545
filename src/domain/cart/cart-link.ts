import { isSize, priceOf, type Size } from '../catalogue/sizes.ts'
import { isSoldOut } from '../catalogue/stock.ts'
import type { Offer } from './cart-offers.ts'
import { type CartItem, lineId, MAX_QUANTITY } from './cart.ts'

export type LinkedLine = { productId: string; size: Size | undefined; quantity: number }

/** A cart of every bottle the shop sells fits; a link is text from a stranger. */
const MAX_LINKED_LINES = 50
const LINE = /^([a-z0-9-]{1,100})\.(\w{0,4})\.([1-9]\d?)$/

/** `pure-bloom.1oz.2~floral-wood-body-oil..1`: ids, sizes and quantities, nothing that needs escaping, and no prices. */
export function writeCartLink(items: readonly CartItem[]): string {
  return items.map(({ productId, size = '', quantity }) => `${productId}.${size}.${quantity}`).join('~')
}

/** Undefined when the text is not what `writeCartLink` writes: a link that is half right is not taken by halves. */
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

/** The linked lines as the shop sells them today; what it does not sell, or has no bottle of, is left out. */
export function linkedItems(lines: readonly LinkedLine[], offers: readonly Offer[]): CartItem[] {
  return lines.flatMap(({ productId, size, quantity }) => {
    const offer = offers.find(({ id }) => id === productId)
    const price = offer && priceOf(offer.pricing, size)
    if (!offer || price === undefined || isSoldOut(offer, size)) return []
    const { name } = offer
    return [{ id: lineId(productId, size), productId, name, price, image: productId, quantity, ...(size && { size }) }]
  })
}
