import type { ProductFilter } from './product-filter.ts'

/** In the order of the form, and the parameters of an address. */
export const FILTER_GROUP_NAMES = ['skin', 'without', 'concern', 'scent', 'price', 'rating'] as const

/** As parameters of an address, in one order. Apart from the labels: every page makes addresses, few show a filter. */
export function filterParameters(filter: ProductFilter): [name: string, value: string][] {
  return [
    ...FILTER_GROUP_NAMES.flatMap((group) =>
      (filter[group] ?? []).map((option: string): [string, string] => [group, option]),
    ),
    ...(filter.sort ? [['sort', filter.sort] as [string, string]] : []),
  ]
}
