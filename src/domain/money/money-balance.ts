/** Payments come in, refunds go out; each is compared separately. */
export const FLOWS = ['payments', 'refunds'] as const
export type Flow = (typeof FLOWS)[number]

export type Sum = { count: number; cents: number }
export type Sums = Record<Flow, Sum>

/** One payment or refund in both books; undefined on the side that does not have it. */
export type Entry = { flow: Flow; shopCents: number | undefined; providerCents: number | undefined }

export type Balance = {
  shop: Sums
  provider: Sums
  /** Payments and refunds that both sides have with the same amount. */
  matched: Sums
  /** Shop minus provider of the explained differences, in cents. */
  explained: Record<Flow, number>
  /** Shop minus provider of all other differences, in cents. */
  open: Record<Flow, number>
}

/**
 * Adds up entries, each in exactly one place, so the totals balance by construction: for either flow, shop minus
 * provider equals explained plus open differences.
 */
export function balanceOf(entries: Iterable<Entry & { isExplained?: boolean }>): Balance {
  const balance: Balance = {
    shop: noSums(),
    provider: noSums(),
    matched: noSums(),
    explained: { payments: 0, refunds: 0 },
    open: { payments: 0, refunds: 0 },
  }
  for (const entry of entries) addEntry(balance, entry)
  return balance
}

export function addEntry(balance: Balance, entry: Entry & { isExplained?: boolean }): void {
  const { flow, shopCents, providerCents, isExplained = false } = entry
  if (shopCents !== undefined) add(balance.shop[flow], shopCents)
  if (providerCents !== undefined) add(balance.provider[flow], providerCents)
  if (isMatch(entry)) add(balance.matched[flow], shopCents ?? 0)
  else balance[isExplained ? 'explained' : 'open'][flow] += (shopCents ?? 0) - (providerCents ?? 0)
}

/** Returns true if both sides have it with the same amount. */
export function isMatch({ shopCents, providerCents }: Omit<Entry, 'flow'>): boolean {
  return shopCents !== undefined && shopCents === providerCents
}

function noSums(): Sums {
  return { payments: { count: 0, cents: 0 }, refunds: { count: 0, cents: 0 } }
}

function add(sum: Sum, cents: number): void {
  sum.count += 1
  sum.cents += cents
}
