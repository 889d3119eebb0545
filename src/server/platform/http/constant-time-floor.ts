import { setTimeout } from 'node:timers/promises'

/** Pads every outcome to a minimum time, so response times do not reveal what was found. */
export async function constantTimeFloor<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(milliseconds)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
