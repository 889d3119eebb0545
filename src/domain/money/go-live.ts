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

/** All steps that this shop needs. None for a shop on the emulator, which isn't going to take money. */
export function goLiveStates(facts: GoLiveFacts): GoLiveState[] {
  if (facts.environment === 'emulator') return []
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
  return GO_LIVE_STEPS.filter((step) => step !== 'wallets' || facts.hasWallets).map((step) => ({
    step,
    isDone: isDone[step],
  }))
}
