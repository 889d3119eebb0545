import type { Context, Handler, Next } from 'hono'
import type { Database } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import { findPictureFile, listPictureNames } from './pictures.queries.ts'
import { createProductIndex } from './product-index.ts'

/** The bare hash is the largest picture, as requested by API clients through a product's image_url. */
const NAME = /^([0-9a-f]{20})(?:-([1-9]\d{0,3})\.(avif|webp))?$/
/** Browsers cache these forever; this cache serves the first view of many visitors. */
const CACHE_BYTES = 32 * 1024 * 1024

type PictureDeps = {
  database: Pick<Database, 'orm'>
  headers: HeaderMap
  /**
   * Anyone can make up any number of names, and each one is looked up in the database. Those that exist are a finite set,
   * so a flood of others or of searches can't keep them from visitors.
   */
  admit: PageServer['admit']
}

/** Pictures uploaded at the desk, from the database, cached in memory up to a limit. */
export function serveUploadedPictures({ database: { orm }, headers, admit }: PictureDeps): Handler {
  const cached = new Map<string, Uint8Array<ArrayBuffer>>()
  const loading = new Map<string, Promise<unknown>>()
  const names = createProductIndex(() => listPictureNames(orm))
  let bytes = 0

  function keep(name: string, body: Uint8Array<ArrayBuffer>): void {
    // Two concurrent requests may both have loaded it.
    if (cached.has(name)) return
    cached.set(name, body)
    bytes += body.byteLength
    for (const [oldest, { byteLength }] of cached) {
      if (bytes <= CACHE_BYTES) break
      cached.delete(oldest)
      bytes -= byteLength
    }
  }

  async function find(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const [, hash, width] = NAME.exec(name) ?? []
    if (hash === undefined) return undefined
    const found = await findPictureFile(orm, {
      address: `/uploads/${hash}`,
      width: width === undefined ? undefined : Number(width),
      format: name.endsWith('.avif') ? 'avif' : 'webp',
    })
    // A copy: the driver's buffer may be a view of a larger one.
    return found && new Uint8Array(found)
  }

  function send(name: string, body: Uint8Array<ArrayBuffer>): Response {
    return new Response(body, {
      headers: {
        ...headers,
        'content-type': name.endsWith('.avif') ? 'image/avif' : 'image/webp',
        'content-length': String(body.byteLength),
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  }

  async function answer(c: Context): Promise<Response> {
    const name = c.req.param('name') ?? ''
    const body = await find(name)
    if (!body) throw missing()
    keep(name, body)
    return send(name, body)
  }
  const loadKnown = admit('pages', answer)
  const loadOther = admit('openEnded', async (c) => {
    const response = await answer(c)
    // It was uploaded since the names were read.
    names.invalidate()
    return response
  })

  async function load(c: Context, next: Next): Promise<unknown> {
    const isKnown = await names.mayExist(c.req.param('name') ?? '')
    return isKnown ? loadKnown(c, next) : loadOther(c, next)
  }

  return async (c, next) => {
    const name = c.req.param('name') ?? ''
    // All requests share one lookup, so that after a start no visitor is refused because others want the same picture.
    const running = loading.get(name)
    if (running) await running.catch(() => {})
    const body = cached.get(name)
    if (body) return send(name, body)
    if (!NAME.test(name)) throw missing()
    const loaded = load(c, next).finally(() => {
      if (loading.get(name) === loaded) loading.delete(name)
    })
    loading.set(name, loaded)
    return loaded
  }
}

function missing(): AppError {
  return new AppError('not_found', 'There is no such picture.', 404)
}
