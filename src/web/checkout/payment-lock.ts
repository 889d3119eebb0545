const NAME = 'bloomera-payment'

/** Runs in one tab at a time; undefined when another one is paying. The browser frees it when a tab dies. */
export async function withPaymentLock<T>(run: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return run()
  return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? run() : undefined))
}
