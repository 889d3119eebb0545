/** What has to be done before real cards can be charged, in this order. */
export const GO_LIVE_STEPS = ['account', 'order', 'webhook', 'refund', 'wallets', 'live'] as const
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number]

export type GoLiveFacts = {
  environment: 'sandbox' | 'production' | 'emulator'
  /** Square was asked and contradicts no setting. */
  isAccountRight: boolean
  hasWebhook: boolean
  hasPaidOrder: boolean
  hasRefund: boolean
  hasWallets: boolean
  hasAppleFile: boolean
}

export type GoLiveState = { step: GoLiveStep; isDone: boolean }

/** All steps that this shop needs. None for a shop on the emulator, which takes no money and is not about to. */
export function goLiveStates(facts: GoLiveFacts): GoLiveState[] {
  if (facts.environment === 'emulator') return []
  const isDone: Record<GoLiveStep, boolean> = {
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
