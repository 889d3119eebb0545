import { createHash, randomBytes } from 'node:crypto'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { takeInlineHashes } from './inline-hashes.ts'
import { MISSING_PAGE, type RenderedPage } from './page-cache.ts'
import { scriptsLast } from './scripts-last.ts'

/** Renders a page by its address. Requests carry nothing about the visitor, so all visitors look the same to a page. */
export type RenderPage = (
  address: string,
  init?: { method: string; body: string; contentType: string },
) => Promise<RenderedPage>

export type RenderPageDeps = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  publicUrl: URL
  securityHeaders: SecurityHeaders
  contextFor: (rendering: Rendering) => RouterContextProvider
}

/** What a page declares about itself during the render. */
export type Rendering = {
  tags: Set<string>
  share: (address: string, ...tags: readonly string[]) => void
  shareMissing: () => void
  scriptNonce: string
  /** Gets the rendered page directly. In a response, streams would copy it several times. */
  keepHtml: (html: Buffer) => void
}

/** Router headers that are passed through to the visitor. */
const PASSED_HEADERS = ['content-type', 'location', 'x-remix-response']

export function createRenderPage({ build, publicUrl, securityHeaders, contextFor }: RenderPageDeps): RenderPage {
  const handle = createRequestHandler(build, import.meta.env?.DEV ? 'development' : 'production')
  return async (address) => {
    const tags = new Set<string>()
    let publicAddress: string | undefined
    const share = (declared: string, ...shown: readonly string[]) => {
      publicAddress = declared
      for (const tag of shown) tags.add(tag)
    }
    const scriptNonce = randomBytes(18).toString('base64url')
    const kept: { html?: Buffer } = {}
    const keepHtml = (html: Buffer) => void (kept.html = html)
    const context = contextFor({ tags, share, shareMissing: () => share(MISSING_PAGE), scriptNonce, keepHtml })
    const response = await handle(new Request(new URL(address, publicUrl)), context)
    const headers: Record<string, string> = {}
    for (const name of PASSED_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) headers[name] = value
    }
    const { body, scripts, styles } = kept.html
      ? finishHtml(kept.html, scriptNonce)
      : { body: Buffer.from(await response.arrayBuffer()), scripts: [], styles: [] }
    return {
      status: response.status,
      headers: {
        ...securityHeaders.forPage(scripts, styles),
        ...headers,
        // A page whose data couldn't be loaded; it retries on its own, and programs can, too.
        ...(response.status === 503 && { 'retry-after': '5' }),
      },
      body,
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      tags,
      publicAddress,
    }
  }
}

function finishHtml(rendered: Buffer, nonce: string) {
  const { html, ...hashes } = takeInlineHashes(rendered, nonce)
  return { body: scriptsLast(html), ...hashes }
}
