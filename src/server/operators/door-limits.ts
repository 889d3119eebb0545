import type { Visit } from '#server/desk/visit.tsx'
import type { Limit, Limits } from '#server/platform/http/limits.ts'
import { limitSenders } from '#server/platform/http/sender-limits.ts'
import type { RenderAdmission } from '#server/platform/pages/render-admission.ts'

export type DoorDeps = { limits: Limits; admission: Pick<RenderAdmission, 'delayRefusal'> }

/** A limit per address of what strangers may do at the desk's door. A refusal is delayed, so floods slow down. */
export function limitStrangers({ limits, admission }: DoorDeps, name: string, perAddress: Limit) {
  const senders = limitSenders(limits, name, perAddress)

  /** Seconds to wait; 0 if there is no need. */
  return async ({ sender }: Pick<Visit, 'sender'>): Promise<number> => {
    const waitMs = await senders.take(sender)
    if (waitMs > 0) await admission.delayRefusal(sender.client)
    return Math.ceil(waitMs / 1000)
  }
}
