import { retentionMs } from '#domain/time/retention.ts'
import type { LabelRow } from './labels.queries.ts'

/** Returns true if its image is available. One that was deleted when it expired isn't downloaded again. */
export function hasImage({ state, resolvedAt }: Pick<LabelRow, 'state' | 'resolvedAt'>, now: Date): boolean {
  if (state !== 'bought' || !resolvedAt) return false
  return now.getTime() - resolvedAt.getTime() < retentionMs('label-images')
}
