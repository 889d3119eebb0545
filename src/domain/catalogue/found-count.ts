import { counted } from '#domain/time/display.ts'

/** More products than this are neither counted nor ranked, so a word they all have costs no more than any other. */
export const MOST_FOUND = 1000

/** How many products a search has found, for example `5 oils`. */
export function foundCount(total: number, noun: string): string {
  return total > MOST_FOUND ? `1,000+ ${noun}s` : counted(total, noun)
}
