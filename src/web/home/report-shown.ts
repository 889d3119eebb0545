import { paths } from '#web/paths.ts'

/**
 * Reports to the rotation what was shown. Nothing awaits it, and failures are ignored: the next visit reports again.
 */
export async function reportShown(reviewIds: readonly string[], publicKey: string): Promise<void> {
  await fetch(paths.updateFeaturedReviews(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${publicKey}` },
    body: JSON.stringify({ reviewIds }),
    keepalive: true,
  }).catch(() => undefined)
}
