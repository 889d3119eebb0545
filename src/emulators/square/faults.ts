const REQUEST_FAULTS = [
  'hang',
  'hang-after',
  'reset-before',
  'reset-after',
  'stall-body',
  'truncated-json',
  'html-200',
  'slow',
  '400',
  '401',
  '409',
  '429',
  '500-before',
  '500-after',
  '503',
] as const
const CHARGE_FAULTS = ['wrong-amount'] as const
const WEBHOOK_FAULTS = ['webhook-lost', 'webhook-dup', 'webhook-late', 'webhook-reorder'] as const
const FORM_FAULTS = [
  'script-404',
  'script-stall',
  'frame-blocked',
  'tokenize-error',
  'tokenize-unknown',
  'tokenize-throw',
] as const

export const FAULTS = [...REQUEST_FAULTS, ...CHARGE_FAULTS, ...WEBHOOK_FAULTS, ...FORM_FAULTS] as const

export type Fault = (typeof FAULTS)[number]
export type RequestFault = (typeof REQUEST_FAULTS)[number]

export type FaultSwitch = {
  fault: Fault
  /** How many more requests it affects. */
  count: number
  /** Only requests below this path; without it, any request about money. */
  path?: string
  method?: string
  /** For slow and webhook-late. */
  delayMs?: number
}

export interface Faults {
  set(faultSwitch: FaultSwitch): void
  clear(): void
  list(): FaultSwitch[]
  /** Uses up one of these faults if one is set for this request. */
  take(among: readonly Fault[], request?: { method: string; path: string }): FaultSwitch | undefined
  takeForRequest(request: { method: string; path: string }): (FaultSwitch & { fault: RequestFault }) | undefined
}

/** The shop checks its account on its own schedule; a fault meant for a payment must not affect that. */
const ABOUT_MONEY = /^\/v2\/(payments|refunds|orders)(\/|$)/

export function createFaults(): Faults {
  let switches: FaultSwitch[] = []

  function take(among: readonly Fault[], request?: { method: string; path: string }): FaultSwitch | undefined {
    const found = switches.find(
      (entry) =>
        among.includes(entry.fault) &&
        (!request || concerns(entry, request.path)) &&
        (!request || !entry.method || request.method === entry.method),
    )
    if (!found) return undefined
    found.count -= 1
    switches = switches.filter(({ count }) => count > 0)
    return found
  }

  return {
    set: (faultSwitch) => void switches.push({ ...faultSwitch }),
    clear: () => void (switches = []),
    list: () => switches.map((entry) => ({ ...entry })),
    take,
    takeForRequest(request) {
      if (!request.path.startsWith('/v2/') && !request.path.startsWith('/oauth2/')) return undefined
      return take(REQUEST_FAULTS, request) as (FaultSwitch & { fault: RequestFault }) | undefined
    },
  }
}

function concerns({ path }: FaultSwitch, requested: string): boolean {
  return path ? requested === path || requested.startsWith(`${path}/`) : ABOUT_MONEY.test(requested)
}
