import type { Context, Handler } from 'hono'
import { AppError } from '#server/platform/errors.ts'
import { acceptedEncoding } from '#server/platform/http/accepted-encoding.ts'
import { PRIVATE_HEADERS } from '#server/platform/http/private-headers.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import type { SenderUnits } from '#server/platform/http/sender-address.ts'
import { type CachedPage, missingLookup, type PageCache, type RenderedPage } from './page-cache.ts'
import { BUSY_TEXT, headersOf, isUnchanged, refusalHeaders } from './page-headers.ts'
import {
  dataAddress,
  type MissingTarget,
  type PageTarget,
  type PathParams,
  type ResolveAddress,
} from './page-target.ts'
import { type ChargedWork, type RenderAdmission, type RenderLaneName, RenderRefused } from './render-admission.ts'
import type { RenderPage } from './render-page.ts'

export type ServePagesDeps = {
  cache: PageCache
  admission: RenderAdmission
  resolve: ResolveAddress
  /** Returns false if nothing can exist at this address, which saves the render. */
  mayExist: (params: PathParams) => Promise<boolean>
  /** The page's new address, if it was changed permanently. */
  movedTo: (params: PathParams) => Promise<string | undefined>
  renderPage: RenderPage
  /** For responses without a page: redirects and refusals. */
  headers: HeaderMap
  isBehindCdn: boolean
  senderOf: (c: Context) => SenderUnits
  onMissing: (path: string) => void
}

/** Something to render for an address. It is cached only if it declares that exact address. */
export type Renderable = { address: string; lane: RenderLaneName; render: () => Promise<RenderedPage> }

/** A program gets the same as any other error. */
function refuseProgram(_: Context, { status, retryAfterSeconds }: RenderRefused): never {
  throw new AppError('busy', BUSY_TEXT, status, { retryAfterSeconds })
}

export type PageServer = ReturnType<typeof createPageServer>

export function createPageServer({
  cache,
  admission,
  resolve,
  mayExist,
  movedTo,
  renderPage,
  headers,
  isBehindCdn,
  senderOf,
  onMissing,
}: ServePagesDeps) {
  /** Serves from the cache, or renders if the visitor is admitted. */
  async function serve(
    c: Context,
    lookup: { key: string; address: string },
    lane: RenderLaneName,
    render: () => Promise<RenderedPage>,
  ) {
    return cache.get(lookup, () => admission.run(senderOf(c), lane, render))
  }

  async function answerRefusals(
    c: Context,
    answer: () => Promise<Response>,
    refuse: (c: Context, error: RenderRefused) => Response = refuseInText,
  ): Promise<Response> {
    try {
      return await answer()
    } catch (error) {
      if (!(error instanceof RenderRefused)) throw error
      await admission.delayRefusal(senderOf(c).client)
      return refuse(c, error)
    }
  }

  function refuseInText(c: Context, refusal: RenderRefused): Response {
    return c.text(`${BUSY_TEXT}\n`, refusal.status, refusalHeaders(headers, refusal))
  }

  async function answerPage(c: Context, page: CachedPage, more: HeaderMap = {}): Promise<Response> {
    // A redirect has no body, and compressing nothing would make one.
    const encoding = page.body.byteLength === 0 ? 'identity' : acceptedEncoding(c.req.header('accept-encoding'))
    const sent = { ...headersOf(page, encoding, isBehindCdn), ...more, 'x-request-id': c.get('requestId') }
    if (isUnchanged(page, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers: sent })
    const body = await cache.encode(page, encoding)
    return new Response(body as Uint8Array<ArrayBuffer>, {
      status: page.status,
      headers: { ...sent, 'content-length': String(body.byteLength) },
    })
  }

  async function answerTarget(c: Context, target: PageTarget): Promise<Response> {
    if (target.redirectTo !== undefined) return redirect(c, target.redirectTo, 308)
    // A data request could follow it, too, but its loader redirects, so that the browser shows the new address.
    const moved = isData(target) ? undefined : await movedTo(target.params)
    if (moved !== undefined) return redirect(c, moved + new URL(c.req.url).search, 301)
    if (!(await mayExist(target.params))) return answerMissing(c, target.missing)
    const { filter } = target
    const shown = filter && !(await mayExist({ slug: filter.slug })) ? filter.otherwise : target
    const page = await serve(c, shown, shown === target ? target.lane : 'pages', () => renderPage(shown.key))
    const { publicAddress } = page
    // The loader redirects because what it found has another address: a page number too high, a size that isn't sold.
    if (page.status === 200 && publicAddress !== undefined && publicAddress !== shown.address)
      return redirect(c, isData(target) ? dataAddress(publicAddress) : publicAddress, 302)
    return answerPage(c, page)
  }

  async function answerMissing(c: Context, { address, isPersonal }: MissingTarget): Promise<Response> {
    onMissing(c.req.path)
    await admission.delayMissing(senderOf(c).client)
    // The page is the same for every visitor, but its address may be a mistyped order link.
    const page = await serve(c, missingLookup(address), 'pages', () => renderPage(address))
    return answerPage(c, page, isPersonal ? PRIVATE_HEADERS : {})
  }

  function redirect(c: Context, location: string, status: 301 | 302 | 308): Response {
    return c.body(null, status, { ...headers, ...PRIVATE_HEADERS, location })
  }

  return {
    /** Every storefront page, at its canonical address. */
    servePages: (async (c) => {
      const target = resolve(pathAndQuery(c.req.url))
      return answerRefusals(c, () => (target.kind === 'page' ? answerTarget(c, target) : answerMissing(c, target)))
    }) satisfies Handler,

    /** Same for documents and data: cached like a page if it declares its address. */
    serveRendered:
      (toRenderable: (c: Context) => Promise<Renderable> | Renderable): Handler =>
      (c) =>
        answerRefusals(
          c,
          async () => {
            const { address, lane, render } = await toRenderable(c)
            return answerPage(c, await serve(c, { key: address, address }, lane, render))
          },
          refuseProgram,
        ),

    /** Applies the lane's admission control to other expensive work. */
    admit:
      (lane: RenderLaneName, handler: (c: Context) => Promise<Response>): Handler =>
      (c) =>
        answerRefusals(c, () => admission.run(senderOf(c), lane, () => handler(c))),

    /** For work whose amount is bounded in another way: the handler charges the address once it's sure of the work. */
    limit:
      (work: ChargedWork, handler: (c: Context, charge: () => Promise<void>) => Promise<Response>): Handler =>
      (c) =>
        answerRefusals(c, () => handler(c, () => admission.charge(senderOf(c), work)), refuseProgram),
  }
}

/** Unparsed, because URL parsing would resolve dots and hide the original spelling. */
function pathAndQuery(url: string): string {
  const pathAt = url.indexOf('/', url.indexOf('//') + 2)
  const [visible = ''] = url.slice(pathAt).split('#', 1)
  return pathAt === -1 ? '/' : visible
}

function isData({ address, key }: PageTarget): boolean {
  return key !== address
}
