import { paths } from '#web/paths.ts'

/** Tells the rotation what was shown. Nothing waits for it, and no failure is shown: the next visit reports again. */
export async function reportShown(reviewIds: readonly string[], publicKey: string): Promise<void> {
  await fetch(paths.updateFeaturedReviews(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${publicKey}` },
    body: JSON.stringify({ reviewIds }),
    keepalive: true,
  }).catch(() => undefined)
}
