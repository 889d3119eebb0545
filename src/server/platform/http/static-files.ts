import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { HeaderMap } from './security-headers.ts'

type StaticFile = { file: string; contentType: string; isImmutable: boolean; encodings: Set<'br' | 'gzip'> }
type LoadedFile = { body: Buffer; etag: string }

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** File names in these folders contain a content hash, so they are cached forever. */
const IMMUTABLE_FOLDERS = ['/assets/', '/pictures/']

/**
 * Serves the built files of the shop. They are listed once at startup and nothing else can be requested, which rules
 * out path traversal. Bodies stay in memory after the first request.
 */
export async function serveStaticFiles(folder: string, headers: HeaderMap): Promise<MiddlewareHandler> {
  const files = await listFiles(folder)
  const loaded = new Map<string, Promise<LoadedFile>>()

  function load(file: string): Promise<LoadedFile> {
    const known = loaded.get(file)
    if (known) return known
    const loading = readFile(file).then((body) => ({
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    }))
    loaded.set(file, loading)
    return loading
  }

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const file = files.get(c.req.path)
    if (!file) return next()
    const wanted = acceptedEncoding(c.req.header('accept-encoding'))
    const encoding = wanted !== 'identity' && file.encodings.has(wanted) ? wanted : 'identity'
    const { body, etag } = await load(encoding === 'identity' ? file.file : file.file + SUFFIXES[encoding])
    const responseHeaders: HeaderMap = {
      ...headers,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag,
      ...(file.encodings.size > 0 && { vary: 'Accept-Encoding' }),
    }
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers: responseHeaders })
    responseHeaders['content-type'] = file.contentType
    responseHeaders['content-length'] = String(body.byteLength)
    if (encoding !== 'identity') responseHeaders['content-encoding'] = encoding
    return new Response(new Uint8Array(body), { headers: responseHeaders })
  }
}

async function listFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const files = new Map<string, StaticFile>()
  for (const file of names) {
    const contentType = CONTENT_TYPES[path.extname(file)]
    if (!contentType) continue
    const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const encodings = new Set((['br', 'gzip'] as const).filter((encoding) => names.has(file + SUFFIXES[encoding])))
    files.set(urlPath, {
      file,
      contentType,
      isImmutable: IMMUTABLE_FOLDERS.some((prefix) => urlPath.startsWith(prefix)),
      encodings,
    })
  }
  return files
}
