/** What has to be done before real cards can be charged, in this order: first what only takes the desk. */
export const GO_LIVE_STEPS = [
  'passkey',
  'address',
  'policies',
  'account',
  'order',
  'webhook',
  'refund',
  'wallets',
  'backup',
  'live',
] as const
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number]

/** Roughly, for someone who does it for the first time. */
export const GO_LIVE_MINUTES: Readonly<Record<GoLiveStep, number>> = {
  passkey: 1,
  address: 1,
  policies: 15,
  account: 5,
  order: 3,
  webhook: 1,
  refund: 2,
  wallets: 5,
  backup: 5,
  live: 10,
}

/** What can be done before there is an account with Square. */
const WITHOUT_SQUARE: ReadonlySet<GoLiveStep> = new Set(['passkey', 'address', 'policies', 'order', 'refund', 'backup'])

export type GoLiveFacts = {
  /** An owner signs in with a passkey. */
  hasPasskey: boolean
  /** The shop's own address, not an example. */
  hasAddress: boolean
  /** All of them are published. */
  hasPolicies: boolean
  hasBackup: boolean
  environment: 'sandbox' | 'production' | 'emulator'
  /** Square was asked and agrees with every setting. */
  isAccountRight: boolean
  hasWebhook: boolean
  hasPaidOrder: boolean
  hasRefund: boolean
  hasWallets: boolean
  hasAppleFile: boolean
}

export type GoLiveState = { step: GoLiveStep; isDone: boolean }

/** All steps that this shop needs. With the emulator, those without Square: an order and its refund can be tried there. */
export function goLiveStates(facts: GoLiveFacts): GoLiveState[] {
  const isDone: Record<GoLiveStep, boolean> = {
    passkey: facts.hasPasskey,
    address: facts.hasAddress,
    policies: facts.hasPolicies,
    backup: facts.hasBackup,
    account: facts.isAccountRight,
    webhook: facts.hasWebhook,
    order: facts.hasPaidOrder,
    refund: facts.hasRefund,
    wallets: facts.hasAppleFile,
    live: facts.environment === 'production' && facts.isAccountRight,
  }
  const isNeeded = (step: GoLiveStep) =>
    facts.environment === 'emulator' ? WITHOUT_SQUARE.has(step) : step !== 'wallets' || facts.hasWallets
  return GO_LIVE_STEPS.filter(isNeeded).map((step) => ({ step, isDone: isDone[step] }))
}
