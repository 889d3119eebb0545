import { pino } from 'pino'
import type { Queue } from '#server/platform/worker/queue.ts'
import type { Workers } from '#server/platform/worker/workers.ts'

const log = pino({ level: 'silent' })

/** Runs sweeps until nothing is left to settle, without waiting. Returns how many were settled. */
export async function drain(queue: Queue): Promise<number> {
  let total = 0
  for (;;) {
    const { settled } = await queue.sweep(log)
    if (settled === 0) return total
    total += settled
  }
}

export function queueNamed({ queues }: Pick<Workers, 'queues'>, name: string): Queue {
  const queue = queues.find((one) => one.name === name)
  if (!queue) throw new Error(`no queue named ${name}`)
  return queue
}
