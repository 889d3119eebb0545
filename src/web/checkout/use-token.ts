import { MESSAGES } from '#contract/messages.ts'
import { useDismissToasts, useToast } from '#web/ui/toaster.tsx'
import { awaitToken } from './await-token.ts'
import { isOffline } from './card-problem.ts'
import { watchOverlays } from './foreign-overlays.ts'
import { readToken } from './tokenize-card.ts'
import type { WalletPress } from './wallet-buttons.tsx'

export type TokenProblems = {
  /** What went wrong, for the buyer. */
  say: (text: string) => void
  /** The card form may still be busy with what was abandoned, so a new one is needed. */
  onGivenUp: () => void
}

/**
 * Requests a card token; undefined if there is none, after showing why. If the provider, bank or wallet doesn't
 * respond, the buyer can give up; nothing is charged until it does.
 */
export function useToken({ say, onGivenUp }: TokenProblems) {
  const toast = useToast()
  const dismissToasts = useDismissToasts()

  return async function tokenFor({ name, tokenize }: WalletPress): Promise<string | undefined> {
    const removeOverlays = watchOverlays()
    const controller = new AbortController()
    const { signal } = controller
    const giveUp = { label: 'Try again', run: () => controller.abort() }
    const onSlow = () => toast(slowToken(name), 'waiting', { action: giveUp })
    const result = await readToken(() => awaitToken(tokenize, { onSlow, signal }))
    dismissToasts('waiting')
    if (result.ok) return result.token
    if (signal.aborted || result.isLate) {
      removeOverlays()
      onGivenUp()
    }
    if (signal.aborted) say(MESSAGES.tokenGivenUp)
    else if (!result.isCancelled) say(isOffline() ? MESSAGES.offlineUnpaid : result.message)
    return undefined
  }
}

function slowToken(name: string): string {
  return `Still waiting for ${name}. If it is asking you something, please answer there.`
}
