import type { Size } from './sizes.ts'
import type { StockUnit } from './stock.ts'

/** A price, stock or sale field: its name in forms, its column in the import file, its label. */
export type OfferField = { name: string; column: string; label: string }

export const PRICE_FIELDS = {
  '1oz': { name: 'price1oz', column: 'price_1oz', label: '1oz price ($)' },
  '2oz': { name: 'price2oz', column: 'price_2oz', label: '2oz price ($)' },
  '4oz': { name: 'price4oz', column: 'price_4oz', label: '4oz price ($)' },
} as const satisfies Record<Size, OfferField>

export const SINGLE_PRICE_FIELD = { name: 'priceSingle', column: 'price_single', label: 'Price ($)' } as const
export const SINGLE_SIZE_FIELD = { name: 'singleSize', column: 'single_size', label: 'Size on the page' } as const

export const SALE_PRICE_FIELDS = {
  '1oz': { name: 'sale1oz', label: '1oz sale price ($)' },
  '2oz': { name: 'sale2oz', label: '2oz sale price ($)' },
  '4oz': { name: 'sale4oz', label: '4oz sale price ($)' },
  single: { name: 'saleSingle', label: 'Sale price ($)' },
} as const satisfies Record<StockUnit, Pick<OfferField, 'name' | 'label'>>

export const STOCK_FIELDS = {
  '1oz': { name: 'stock1oz', column: 'stock_1oz', label: '1oz quantity' },
  '2oz': { name: 'stock2oz', column: 'stock_2oz', label: '2oz quantity' },
  '4oz': { name: 'stock4oz', column: 'stock_4oz', label: '4oz quantity' },
  single: { name: 'stockSingle', column: 'stock_single', label: 'Quantity' },
} as const satisfies Record<StockUnit, OfferField>

export const SALE_FIELD = { name: 'isActive', column: 'is_active', label: 'On sale' } as const

/** Where a product appears in the shop; part of the file, not of the offer. */
export const COLLECTIONS_FIELD = { name: 'collections', column: 'collections', label: 'Collections' } as const

/** In one cell of a file: slugs in the order of the label, the key ones with an asterisk. */
export const INGREDIENTS_FIELD = { name: 'ingredients', column: 'ingredients', label: 'Ingredients' } as const

export const OFFER_FIELDS: readonly OfferField[] = [
  ...Object.values(PRICE_FIELDS),
  SINGLE_PRICE_FIELD,
  SINGLE_SIZE_FIELD,
  ...Object.values(STOCK_FIELDS),
  SALE_FIELD,
]
