import { createHash } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { type PageContext, pageContext } from '#web/context.ts'
import { MISSING_PAGE, type RenderedPage } from './page-cache.ts'

/** The shop's address as pages see it; visitors are told apart by nothing, so every request looks the same to them. */
export type DrawPage = (
  address: string,
  init?: { method: string; body: string; contentType: string },
) => Promise<RenderedPage>

export type DrawPageParts = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  publicUrl: URL
  securityHeaders: SecurityHeaders
  context: Omit<PageContext, 'tags' | 'share' | 'shareMissing'>
}

/** Headers that the router sets and that pass on to the visitor as they are. */
const PASSED_ON = ['content-type', 'location', 'x-remix-response']

export function createDrawPage({ build, publicUrl, securityHeaders, context }: DrawPageParts): DrawPage {
  const handle = createRequestHandler(build, import.meta.env?.DEV ? 'development' : 'production')
  return async (address) => {
    const tags = new Set<string>()
    let publicAddress: string | undefined
    const share = (declared: string, ...shown: readonly string[]) => {
      publicAddress = declared
      for (const tag of shown) tags.add(tag)
    }
    const routerContext = new RouterContextProvider()
    routerContext.set(pageContext, { ...context, tags, share, shareMissing: () => share(MISSING_PAGE) })
    const response = await handle(new Request(new URL(address, publicUrl)), routerContext)
    const body = Buffer.from(await response.arrayBuffer())
    const headers: Record<string, string> = {}
    for (const name of PASSED_ON) {
      const value = response.headers.get(name)
      if (value !== null) headers[name] = value
    }
    const isHtml = headers['content-type']?.startsWith('text/html') ?? false
    return {
      status: response.status,
      headers: { ...securityHeaders.forPage(isHtml ? inlineScriptHashes(body.toString()) : []), ...headers },
      body,
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      tags,
      publicAddress,
    }
  }
}

/** Hashes for the policy header, of every inline script that runs. Data blocks such as JSON-LD do not run. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isExternal = /\ssrc=/.test(attributes)
    const isData = /\stype="(?!module"|text\/javascript")/.test(attributes)
    if (!isExternal && !isData) hashes.add(createHash('sha256').update(code).digest('base64'))
  }
  return [...hashes]
}
