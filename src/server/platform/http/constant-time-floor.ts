import { setTimeout } from 'node:timers/promises'

/** Makes every outcome take as long as the slowest common one, so that time tells nothing about what was found. */
export async function constantTimeFloor<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(milliseconds)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
