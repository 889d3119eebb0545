import { retentionMs } from '#domain/time/retention.ts'
import type { LabelRow } from './labels.queries.ts'

/** Returns true if its picture can be had. One that was deleted in time is not downloaded again. */
export function hasImage({ state, resolvedAt }: Pick<LabelRow, 'state' | 'resolvedAt'>, now: Date): boolean {
  if (state !== 'bought' || !resolvedAt) return false
  return now.getTime() - resolvedAt.getTime() < retentionMs('label-images')
}
