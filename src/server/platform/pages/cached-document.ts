import { createHash } from 'node:crypto'
import type { RenderedPage } from './page-cache.ts'

/** A machine-readable document (sitemap, feed): rendered from the same services as the pages and cached with them. */
export type Document = { contentType: string; text: string; tags: readonly string[] }

/** `publicAddress` is the address the document may be cached under; undefined means it is not cached. */
export function toRenderedPage(
  { contentType, text, tags }: Document,
  securityHeaders: Record<string, string>,
  publicAddress: string | undefined,
): RenderedPage {
  const body = Buffer.from(text)
  return {
    status: 200,
    headers: { ...securityHeaders, 'content-type': contentType },
    body,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    tags: new Set(tags),
    publicAddress,
  }
}

/** Escapes text for XML content and attributes. */
export function xml(text: string): string {
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' }
  return text.replaceAll(/[<>&"']/g, (character) => entities[character] ?? character)
}
