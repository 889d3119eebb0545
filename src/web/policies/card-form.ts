/** What a buyer should know about where the card form comes from, in the configuration at hand. */
export type CardForm = {
  provider: 'square' | 'sandbox' | 'emulator'
  /** Where its script and its frame are loaded from: a host, and a port if it is not the usual one. */
  host: string
  hasWallets: boolean
}

const HOSTS: Record<string, CardForm['provider']> = {
  'web.squarecdn.com': 'square',
  'sandbox.web.squarecdn.com': 'sandbox',
}

export function cardFormOf(scriptUrl: string, hasWallets: boolean): CardForm {
  const { host } = new URL(scriptUrl)
  return { provider: HOSTS[host] ?? 'emulator', host, hasWallets }
}
