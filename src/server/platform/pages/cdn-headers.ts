import { EVERYTHING } from './page-cache.ts'

/** How long a page is cached if no purge arrives. */
const KEPT_SECONDS = 3600
/** For this long after that, a page is still served while it is being refetched. */
const REVALIDATE_SECONDS = 30
/** Same as in our own cache: how long to serve the last good page while the shop is down. */
const ERROR_SECONDS = 24 * 3600
const STALE = `stale-while-revalidate=${REVALIDATE_SECONDS}, stale-if-error=${ERROR_SECONDS}`

/** Varnish takes header lines of 8 KB; Fastly and Cloudflare take 16. Each tag is sent once per header. */
const MAX_TAGS_LENGTH = 4000

/** The tag of a page with more tags than fit, included in every purge. */
const ANY_CHANGE = 'any-change'

/**
 * Lets a shared cache store a public page, tagged by what it shows. Browsers always revalidate: a purge doesn't reach
 * them, and `must-revalidate` keeps them from showing an old page first.
 */
export function cdnHeaders(tags: ReadonlySet<string>): Record<string, string> {
  const names = headerTags(tags)
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${KEPT_SECONDS}, ${STALE}`,
    // Takes precedence for Cloudflare, Fastly and our own VCL.
    'cdn-cache-control': `max-age=${KEPT_SECONDS}, ${STALE}`,
    'surrogate-control': `max-age=${KEPT_SECONDS}, ${STALE}`,
    'cache-tag': names.join(','),
    'surrogate-key': names.join(' '),
  }
}

function headerTags(tags: ReadonlySet<string>): string[] {
  const names = [EVERYTHING, ...[...tags].map(headerTag)]
  return names.join(' ').length <= MAX_TAGS_LENGTH ? names : [EVERYTHING, ANY_CHANGE]
}

/** The tags to purge from a cache. */
export function purgedTags(changed: readonly string[]): string[] {
  if (changed.includes(EVERYTHING)) return [EVERYTHING]
  return [...new Set(changed.map(headerTag)), ANY_CHANGE]
}

/** Without characters that separate tags, or that have a meaning in regular expressions. */
function headerTag(tag: string): string {
  return tag.replaceAll(/[^\w:-]/gu, (character) => `%${Buffer.from(character).toString('hex')}`)
}
