/** What a buyer should know about where the card form comes from, in the current configuration. */
export type CardForm = {
  provider: 'square' | 'sandbox' | 'emulator'
  /** The host its script and frame are loaded from, with the port if it isn't the default. */
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
