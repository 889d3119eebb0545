import type { Visit } from '#server/desk/visit.tsx'
import type { Limit, Limits } from '#server/platform/http/limits.ts'
import { limitSenders } from '#server/platform/http/sender-limits.ts'

/** A limit per address of what strangers may do at the desk's door. */
export function limitStrangers(limits: Limits, name: string, perAddress: Limit) {
  const senders = limitSenders(limits, name, perAddress)
  /** Seconds to wait; 0 if there is no need. */
  return async ({ sender }: Pick<Visit, 'sender'>): Promise<number> => Math.ceil((await senders.take(sender)) / 1000)
}
