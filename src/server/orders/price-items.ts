import type { OrderedItem } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { MAX_QUANTITY } from '#domain/cart/cart.ts'
import { isSize, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { findProductName, listPrices, type PricedProduct } from '#server/catalogue/ordered-products.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Shortage } from './orders.queries.ts'

export type PricedItem = { productId: string; name: string; size: Size | null; priceCents: number; quantity: number }

export type PricedItems =
  /** `shortage` is the first item with too few bottles in stock. Nothing is reserved. */
  | { items: PricedItem[]; shortage: Shortage | undefined }
  /** invalid: the cart itself is wrong; gone: no longer sold. */
  | { problem: 'invalid' | 'gone'; message: string }

/** Current names and prices from the catalog; prices sent by the buyer are never used. */
export async function priceItems(orm: Orm, ordered: readonly OrderedItem[]): Promise<PricedItems> {
  const ids = [...new Set(ordered.map(({ productId }) => productId))]
  const products = new Map((await listPrices(orm, ids)).map((product) => [product.id, product]))
  const lines = new Map<string, PricedItem>()
  for (const { productId, size, quantity } of ordered) {
    const product = products.get(productId)
    if (!product) {
      const name = (await findProductName(orm, productId)) ?? 'An item in your cart'
      return { problem: 'gone', message: `${name} is no longer available.` }
    }
    const chosen = size ?? undefined
    if (chosen !== undefined && !isSize(chosen)) return { problem: 'invalid', message: MESSAGES.sizeRequired }
    const priceCents = priceOf(product.pricing, chosen)
    if (priceCents === undefined) return { problem: 'invalid', message: MESSAGES.sizeRequired }
    const key = `${productId} ${chosen ?? ''}`
    const before = lines.get(key)?.quantity ?? 0
    if (before + quantity > MAX_QUANTITY) return { problem: 'invalid', message: MESSAGES.quantityInvalid }
    lines.set(key, { productId, name: product.name, size: chosen ?? null, priceCents, quantity: before + quantity })
  }
  const items = [...lines.values()]
  return { items, shortage: items.flatMap((item) => shortageOf(item, products.get(item.productId)) ?? [])[0] }
}

function shortageOf({ name, size, quantity }: PricedItem, product: PricedProduct | undefined): Shortage | undefined {
  const onHand = product?.onHand[size ?? 'single']
  return onHand !== undefined && onHand < quantity ? { name, size, onHand } : undefined
}

/** Message for a buyer who wants more bottles than are in stock. */
export function shortageText({ name, size, onHand }: Shortage): string {
  const what = size ? `${name}, ${size},` : name
  if (onHand === 0) return `${what} is sold out.`
  return onHand === 1 ? `Only 1 bottle of ${what} is left.` : `Only ${onHand} bottles of ${what} are left.`
}
