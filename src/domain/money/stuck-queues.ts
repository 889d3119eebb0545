/** Payment queues whose dead letters the owner sees. */
const QUEUES = ['events', 'refunds', 'stray-refunds'] as const
export type StuckQueue = (typeof QUEUES)[number]

export function isStuckQueue(value: unknown): value is StuckQueue {
  return QUEUES.some((queue) => queue === value)
}
