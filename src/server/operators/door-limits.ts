import type { Visit } from '#server/desk/visit.tsx'
import type { Limit, Limits } from '#server/platform/http/limits.ts'
import { limitSenders } from '#server/platform/http/sender-limits.ts'
import type { SessionService } from './sessions.service.ts'

export type DoorDeps = { limits: Limits; sessions: Pick<SessionService, 'isKnownDevice'> }

/** Seconds to wait; 0 if there is no need. */
type DoorLimit = (visit: Pick<Visit, 'sender' | 'origin'>) => Promise<number>

/** A limit per address of what strangers may do at the desk's door. */
export function limitStrangers({ limits }: Pick<DoorDeps, 'limits'>, name: string, perAddress: Limit): DoorLimit {
  const senders = limitSenders(limits, name, perAddress)
  return async ({ sender }) => Math.ceil((await senders.take(sender)) / 1000)
}

/** The same for what can't be guessed: strangers at the same address don't hold up a browser that has signed in before. */
export function limitUnknownBrowsers({ limits, sessions }: DoorDeps, name: string, perAddress: Limit): DoorLimit {
  const wait = limitStrangers({ limits }, name, perAddress)
  return async (visit) => {
    const { deviceToken } = visit.origin
    return deviceToken !== undefined && (await sessions.isKnownDevice(deviceToken)) ? 0 : wait(visit)
  }
}
