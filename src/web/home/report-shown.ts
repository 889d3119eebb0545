import { paths } from '#web/paths.ts'

/** Tells the rotation what was on show. Nobody waits for it, and a failure is the server's to log (spec 8). */
export async function reportShown(reviewIds: readonly string[], publicKey: string): Promise<void> {
  await fetch(paths.updateFeaturedReviews(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${publicKey}` },
    body: JSON.stringify({ reviewIds }),
    keepalive: true,
  }).catch(() => undefined)
}
