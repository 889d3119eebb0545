/** For anything that needs the network and has no message of its own. */
export const OFFLINE = 'You’re offline. Your cart is safe; try that again once you’re connected.'

/** A browser on a computer without a network says it's offline, although a shop at localhost responds. */
export async function canReachShop(): Promise<boolean> {
  const response = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return response !== undefined
}
