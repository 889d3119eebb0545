const NAME = 'bloomera-payment'

/** Runs in one tab at a time; undefined if another tab is paying. The browser releases it when a tab dies. */
export async function withPaymentLock<T>(run: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return run()
  let hasBegun = false
  try {
    return await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
      if (!lock) return undefined
      hasBegun = true
      return run()
    })
  } catch (error) {
    if (hasBegun) throw error
    // Browsers that block storage also block locks. The checkout id still prevents two tabs from paying twice.
    return run()
  }
}
