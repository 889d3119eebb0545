import { CONCERNS, SCENTS, SKIN_TYPES } from './facts.ts'
import { FILTER_GROUP_NAMES } from './filter-parameters.ts'
import { INGREDIENT_GROUPS } from './product.ts'

/** By a product's lowest price, both ends included. */
export const PRICE_BANDS = {
  'under-30': { label: 'Under $30', minCents: 0, maxCents: 2999 },
  '30-50': { label: '$30 to $50', minCents: 3000, maxCents: 5000 },
  'over-50': { label: 'Over $50', minCents: 5001, maxCents: 1_000_000 },
} as const

export const TOP_RATED = 4

const PRICES = Object.fromEntries(Object.entries(PRICE_BANDS).map(([band, { label }]) => [band, label])) as {
  [Band in keyof typeof PRICE_BANDS]: string
}

/** The keys are URL parameters. */
export const FILTER_GROUPS = {
  skin: { label: 'Skin type', options: SKIN_TYPES },
  without: { label: 'Free of', options: INGREDIENT_GROUPS },
  concern: { label: 'Concern', options: CONCERNS },
  scent: { label: 'Scent', options: SCENTS },
  price: { label: 'Price', options: PRICES },
  rating: { label: 'Rating', options: { [TOP_RATED]: `${TOP_RATED} stars and up` } },
} as const satisfies Record<
  (typeof FILTER_GROUP_NAMES)[number],
  { label: string; options: Readonly<Record<string, string>> }
>

export const SORTS = {
  price: 'Price, low to high',
  'price-desc': 'Price, high to low',
  rating: 'Highest rated',
  name: 'Name, A to Z',
} as const

export type FilterGroup = keyof typeof FILTER_GROUPS
export type Sort = keyof typeof SORTS
export type PriceBand = keyof typeof PRICE_BANDS

type OptionOf<Group extends FilterGroup> = keyof (typeof FILTER_GROUPS)[Group]['options'] & (string | number)

/** Chosen options, without empty groups. A product matches any option of a group, but every exclusion. */
export type ProductFilter = { [Group in FilterGroup]?: readonly `${OptionOf<Group>}`[] } & { sort?: Sort }

export const GROUP_NAMES: readonly FilterGroup[] = FILTER_GROUP_NAMES
export const FILTER_PARAMETERS: readonly string[] = [...GROUP_NAMES, 'sort']

/** Known values, once each and in form order; unknown values count as missing. */
export function readFilter(query: URLSearchParamsLike): ProductFilter {
  const chosen = GROUP_NAMES.map((group) => {
    const asked = new Set(query.getAll(group))
    return [group, Object.keys(FILTER_GROUPS[group].options).filter((option) => asked.has(option))] as const
  })
  const sort = query.get('sort') ?? ''
  return {
    ...Object.fromEntries(chosen.filter(([, options]) => options.length > 0)),
    ...(Object.hasOwn(SORTS, sort) && { sort: sort as Sort }),
  }
}

/** The domain code has no browser types. */
type URLSearchParamsLike = { get: (name: string) => string | null; getAll: (name: string) => string[] }

export type Choice = { group: FilterGroup; option: string; label: string }

export function listChoices(filter: ProductFilter): Choice[] {
  return GROUP_NAMES.flatMap((group) => {
    const options: Readonly<Record<string, string>> = FILTER_GROUPS[group].options
    return (filter[group] ?? []).map((option: string) => ({ group, option, label: options[option] ?? option }))
  })
}

export function withoutChoice(filter: ProductFilter, { group, option }: Choice): ProductFilter {
  const rest = (filter[group] ?? []).filter((chosen) => chosen !== option)
  const { [group]: _chosen, ...others } = filter
  return rest.length > 0 ? { ...others, [group]: rest } : others
}

/** "Without nuts" says what's missing; other labels need no prefix. */
export function choiceLabel({ group, label }: Choice): string {
  return group === 'without' ? `No ${label.toLowerCase()}` : label
}

/**
 * Few enough to be cached: any combination of exclusions, or one other choice. Shoppers can combine the rest in
 * more ways than a cache can hold.
 */
export function isCommonFilter(filter: ProductFilter): boolean {
  if (filter.sort) return false
  const choices = listChoices(filter)
  return choices.length <= 1 || choices.every(({ group }) => group === 'without')
}

/** One combination of filterable properties, and how many products have it. */
export type ProductKind = {
  /** As the database keeps them: skin:dry, concern:dryness, scent:floral, listed, has:nuts. */
  facets: readonly string[]
  band: PriceBand | null
  isTopRated: boolean
  count: number
}

export type ChoiceCounts = { [Group in FilterGroup]: Readonly<Record<string, number>> }

/** How many products each choice would leave, combined with the choices already made. */
export function countChoices(kinds: readonly ProductKind[], filter: ProductFilter): ChoiceCounts {
  const counts = GROUP_NAMES.map((group) => {
    // Another choice of the same group adds products, except for exclusions.
    const { [group]: _own, ...others } = filter
    const base = group === 'without' ? filter : others
    const open = kinds.filter((kind) => isOfKind(kind, base))
    const options = Object.keys(FILTER_GROUPS[group].options)
    return [group, Object.fromEntries(options.map((option) => [option, total(open, { group, option })]))]
  })
  return Object.fromEntries(counts) as ChoiceCounts
}

export function countFiltered(kinds: readonly ProductKind[], filter: ProductFilter): number {
  return kinds.filter((kind) => isOfKind(kind, filter)).reduce((sum, { count }) => sum + count, 0)
}

function total(kinds: readonly ProductKind[], choice: Pick<Choice, 'group' | 'option'>): number {
  return kinds.filter((kind) => has(kind, choice)).reduce((sum, { count }) => sum + count, 0)
}

function isOfKind(kind: ProductKind, filter: ProductFilter): boolean {
  return GROUP_NAMES.every((group) => {
    const options: readonly string[] = filter[group] ?? []
    if (options.length === 0) return true
    return group === 'without'
      ? options.every((option) => has(kind, { group, option }))
      : options.some((option) => has(kind, { group, option }))
  })
}

function has({ facets, band, isTopRated }: ProductKind, { group, option }: Pick<Choice, 'group' | 'option'>): boolean {
  if (group === 'price') return band === option
  if (group === 'rating') return isTopRated
  if (group === 'without') return facets.includes('listed') && !facets.includes(`has:${option}`)
  return facets.includes(`${group}:${option}`)
}

export type OfferedGroup = {
  group: FilterGroup
  label: string
  /** The count is undefined if there are too many products to count. */
  options: readonly { option: string; label: string; count: number | undefined; isChosen: boolean }[]
}

/** The selected choices and those that would leave any products; empty groups are omitted. */
export function offerChoices(kinds: readonly ProductKind[] | undefined, filter: ProductFilter): OfferedGroup[] {
  const counts = kinds && countChoices(kinds, filter)
  return GROUP_NAMES.map((group) => ({
    group,
    label: FILTER_GROUPS[group].label,
    options: Object.entries<string>(FILTER_GROUPS[group].options)
      .map(([option, label]) => ({
        option,
        label,
        count: counts?.[group][option],
        isChosen: (filter[group] ?? []).some((chosen) => chosen === option),
      }))
      .filter(({ count, isChosen }) => count !== 0 || isChosen),
  })).filter(({ options }) => options.length > 0)
}
