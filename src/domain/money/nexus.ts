import type { StateCode } from '../orders/us-states.ts'

/**
 * When a state requires an out-of-state shop to collect its sales tax ("economic nexus"), as of January 2026: sales in
 * a calendar year and, in some states, the number of sales. States change these; the page says so.
 */
export type NexusRule =
  | { kind: 'home' }
  /** No state sales tax. */
  | { kind: 'none' }
  | { kind: 'sales'; salesCents: number; orderCount?: number; needsBoth?: true }

const USUAL_CENTS = 10_000_000
const TWO_HUNDRED = 200

/** $100,000 or 200 sales, whichever comes first. */
const OR_200 = new Set('AR DC GA HI KY MD MI MN NE NV NJ OH RI VT VA WV'.split(' '))

const OTHERS: Partial<Record<StateCode, NexusRule>> = {
  UT: { kind: 'home' },
  DE: { kind: 'none' },
  MT: { kind: 'none' },
  NH: { kind: 'none' },
  OR: { kind: 'none' },
  AL: { kind: 'sales', salesCents: 25_000_000 },
  MS: { kind: 'sales', salesCents: 25_000_000 },
  CA: { kind: 'sales', salesCents: 50_000_000 },
  TX: { kind: 'sales', salesCents: 50_000_000 },
  NY: { kind: 'sales', salesCents: 50_000_000, orderCount: 100, needsBoth: true },
  CT: { kind: 'sales', salesCents: USUAL_CENTS, orderCount: TWO_HUNDRED, needsBoth: true },
}

export function nexusRuleOf(state: StateCode): NexusRule {
  const usual = { kind: 'sales', salesCents: USUAL_CENTS } as const
  return OTHERS[state] ?? (OR_200.has(state) ? { ...usual, orderCount: TWO_HUNDRED } : usual)
}

/** Progress of a year toward the state's limit in percent; 100 or more means it has been reached. */
export function nexusPercent(rule: NexusRule, year: { salesCents: number; orderCount: number }): number {
  if (rule.kind !== 'sales') return 0
  const bySales = Math.floor((year.salesCents * 100) / rule.salesCents)
  if (rule.orderCount === undefined) return bySales
  const byCount = Math.floor((year.orderCount * 100) / rule.orderCount)
  return rule.needsBoth ? Math.min(bySales, byCount) : Math.max(bySales, byCount)
}
