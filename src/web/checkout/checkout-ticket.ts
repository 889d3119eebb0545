import { squareConfig } from '#contract/checkout.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

const TIMEOUT_MS = 10_000

/**
 * The ticket of the next payment. It comes with the card form's configuration; each pays once, so after a try the next
 * one is fetched. Without one, the shop still accepts the payment or says what it needs.
 */
export const checkoutTicket = {
  current: undefined as string | undefined,

  keep(ticket: string | undefined): void {
    this.current = ticket
  },

  /** For a try that the shop has decided: its ticket is used up. */
  async renew(send?: typeof fetch): Promise<void> {
    this.current = undefined
    const answer = await postJson(paths.squareConfig(), {}, { timeoutMs: TIMEOUT_MS, send })
    const config = squareConfig.safeParse(answer?.body)
    // The form was reopened in the meantime and has brought a newer one.
    if (config.success) this.current ??= config.data.ticket
  },
}
