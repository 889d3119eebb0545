import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { HeaderMap } from './security-headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type StaticFile = { file: string; contentType: string; isImmutable: boolean; encodings: Set<'br' | 'gzip'> }

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

/** What is sent for a file in one encoding. Responses share the body, so those that no one reads cost no memory. */
type LoadedFile = { body: Buffer<ArrayBuffer>; etag: string; headers: HeaderMap; sentHeaders: HeaderMap }

export type StaticFiles = {
  middleware: MiddlewareHandler
  has: (urlPath: string) => boolean
  /** Fast path for a file that is in memory. Returns true if it was served; the middleware gives the same response. */
  serveLoaded: (request: IncomingMessage, response: ServerResponse) => boolean
}

/**
 * Serves the built files of the shop. They are listed once at startup and nothing else can be requested, which rules
 * out path traversal. Bodies stay in memory after the first request.
 */
export async function serveStaticFiles(folder: string, headers: HeaderMap): Promise<StaticFiles> {
  const files = await listFiles(folder)
  const loaded = new Map<string, LoadedFile>()
  const loading = new Map<string, Promise<LoadedFile>>()

  async function read(name: string, file: StaticFile, encoding: Encoding): Promise<LoadedFile> {
    const body = await readFile(name)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const common = {
      ...headers,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag,
      ...(file.encodings.size > 0 && { vary: 'Accept-Encoding' }),
    }
    const sentHeaders = {
      ...common,
      'content-type': file.contentType,
      'content-length': String(body.byteLength),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    const result = { body, etag, headers: common, sentHeaders }
    loaded.set(name, result)
    return result
  }

  function load(name: string, file: StaticFile, encoding: Encoding): Promise<LoadedFile> {
    const known = loading.get(name)
    if (known) return known
    const started = read(name, file, encoding)
    loading.set(name, started)
    // The next request retries a failed read.
    started.catch(() => loading.delete(name))
    return started
  }

  return {
    middleware: async (c, next) => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
      const file = files.get(c.req.path)
      if (!file) return next()
      const encoding = encodingFor(file, c.req.header('accept-encoding'))
      const found = await load(nameOf(file, encoding), file, encoding)
      return c.req.header('if-none-match') === found.etag
        ? new Response(null, { status: 304, headers: found.headers })
        : new Response(found.body, { headers: found.sentHeaders })
    },

    has: (urlPath) => files.has(urlPath),

    serveLoaded: ({ method, url = '', headers: sent }, response) => {
      if (method !== 'GET' && method !== 'HEAD') return false
      const [urlPath = ''] = url.split('?', 1)
      const file = files.get(urlPath)
      if (!file) return false
      const found = loaded.get(nameOf(file, encodingFor(file, sent['accept-encoding']?.toString())))
      if (!found) return false
      if (sent['if-none-match'] === found.etag) response.writeHead(304, found.headers).end()
      else response.writeHead(200, found.sentHeaders).end(method === 'HEAD' ? undefined : found.body)
      return true
    },
  }
}

function encodingFor({ encodings }: StaticFile, acceptEncoding: string | undefined): Encoding {
  const wanted = acceptedEncoding(acceptEncoding)
  return wanted !== 'identity' && encodings.has(wanted) ? wanted : 'identity'
}

function nameOf({ file }: StaticFile, encoding: Encoding): string {
  return encoding === 'identity' ? file : file + SUFFIXES[encoding]
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
