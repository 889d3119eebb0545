import type { ProductFilter } from './product-filter.ts'

/** In the order of the form; also the URL parameters. */
export const FILTER_GROUP_NAMES = ['skin', 'without', 'concern', 'scent', 'price', 'rating'] as const

/** As URL parameters, in a fixed order. Separate from the labels: every page creates URLs, few show a filter. */
export function filterParameters(filter: ProductFilter): [name: string, value: string][] {
  return [
    ...FILTER_GROUP_NAMES.flatMap((group) =>
      (filter[group] ?? []).map((option: string): [string, string] => [group, option]),
    ),
    ...(filter.sort ? [['sort', filter.sort] as [string, string]] : []),
  ]
}
