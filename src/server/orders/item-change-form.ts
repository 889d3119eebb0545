import { ADDED_ROWS, addedCountField, addedProductField, sizeField } from '#desk/views/orders/order-items.tsx'
import { positionIn } from '#desk/views/orders/order-refund.tsx'
import { isSize, type Size } from '#domain/catalogue/sizes.ts'
import { formatCents } from '#domain/money/cents.ts'
import type { ItemChangeProblem } from '#domain/money/item-change.ts'
import { MAX_TOTAL_CENTS } from '#domain/money/pricing.ts'
import { type Fields, wholeNumber } from '#server/platform/http/form-fields.ts'
import type { OrderDetail } from './orders.views.ts'
import type { WantedChange } from './price-change.ts'

export const CHANGE_PROBLEMS: Record<ItemChangeProblem, string> = {
  'nothing-added': 'Change at least one item.',
  'too-many': 'Nothing was changed. Check the quantities.',
  'too-large': `An order can come to ${formatCents(MAX_TOTAL_CENTS)} at most.`,
  'tax-changed':
    'Sales tax has changed since this order was placed, so items can’t be exchanged. Add the new item first. Once it’s paid, remove the other one.',
  'more-than-paid': 'That’s more than what’s left of the payment. Cancel the order instead.',
}

/** What the form requests. Lines not sent stay unchanged; invalid input becomes NaN. */
export function wantedIn({ lines }: Pick<OrderDetail, 'lines'>, sent: Fields, chargesShipping: boolean): WantedChange {
  const quantities = Object.entries(sent).flatMap(([name, value]) => {
    const position = positionIn(name)
    return position === undefined ? [] : [[position, wholeNumber(value)] as const]
  })
  const sizes = lines.flatMap(({ position, size }): [number, Size][] => {
    const wanted = sent[sizeField(position)]
    return isSize(wanted) && wanted !== size ? [[position, wanted]] : []
  })
  return { quantities: new Map(quantities), sizes: new Map(sizes), products: productsIn(sent), chargesShipping }
}

function productsIn(sent: Fields): WantedChange['products'] {
  return Array.from({ length: ADDED_ROWS }, (_, row) => row).flatMap((row) => {
    const [productId = '', size = ''] = (sent[addedProductField(row)] ?? '').split('|')
    if (productId === '') return []
    const quantity = wholeNumber(sent[addedCountField(row)])
    return [{ productId: productId.slice(0, 100), size: isSize(size) ? size : null, quantity }]
  })
}

/** What the operator has seen of the difference; undefined before they have. */
export function differenceIn(sent: Fields): number | undefined {
  return /^-?\d{1,9}$/.test(sent.difference ?? '') ? Number(sent.difference) : undefined
}
