import type { TokenResult } from '@square/web-payments-sdk-types'
import { withDeadline } from './deadline.ts'

/** After this, the buyer can give up or keep waiting: a bank's verification can take a while. */
const PATIENCE_MS = 20_000
/** Longer than banks wait for a code. */
const MAX_MS = 600_000

export type TokenWait = {
  onSlow: () => void
  /** Aborted when the buyer gives up. A token that arrives later is never used. */
  signal: AbortSignal
}

/** Waits for the provider, the buyer's bank or the wallet. Nothing has been charged while this waits. */
export async function awaitToken(
  tokenize: () => Promise<TokenResult>,
  { onSlow, signal }: TokenWait,
): Promise<TokenResult> {
  const slow = setTimeout(onSlow, PATIENCE_MS)
  try {
    return await withDeadline(tokenize(), MAX_MS, signal)
  } finally {
    clearTimeout(slow)
  }
}
