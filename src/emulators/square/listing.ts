import { invalidRequest } from './api-error.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const LARGEST_PAGE = 100

/** Filters by two times given as text; without a start, the last year. */
export function timeFilter(begin: string | undefined, end: string | undefined): (stamp: string) => boolean {
  const from = begin === undefined ? Date.now() - YEAR_MS : readTime(begin, 'begin_time')
  const until = end === undefined ? Infinity : readTime(end, 'end_time')
  return (stamp) => Date.parse(stamp) >= from && Date.parse(stamp) < until
}

function readTime(text: string, field: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalidRequest('INVALID_TIME', 'Expected a time in RFC 3339 format.', field)
  return time
}

/** One page of a list; the cursor names the last object of the page, so that new ones do not shift it. */
export function pageOf<T extends { id: string }>(
  all: T[],
  { cursor, limit }: { cursor?: string; limit?: string | number },
): { items: T[]; cursor?: string } {
  const last = cursor ? Buffer.from(cursor, 'base64url').toString() : undefined
  const lastIndex = last ? all.findIndex(({ id }) => id === last) : -1
  if (last && lastIndex === -1) throw invalidRequest('INVALID_CURSOR', 'The cursor is not valid.', 'cursor')
  const size = Math.min(Number(limit ?? LARGEST_PAGE) || LARGEST_PAGE, LARGEST_PAGE)
  const items = all.slice(lastIndex + 1, lastIndex + 1 + size)
  const lastItem = items.at(-1)
  const isMore = lastIndex + 1 + size < all.length
  return { items, ...(isMore && lastItem && { cursor: Buffer.from(lastItem.id).toString('base64url') }) }
}
