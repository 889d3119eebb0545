import { openAsBlob } from 'node:fs'
import { errorText } from '#server/platform/error-text.ts'
import { awsEncode, EMPTY_SHA256, type S3Credentials, signRequest } from './aws-signature.ts'
import { BackupError } from './backup-error.ts'

export type S3Settings = S3Credentials & { endpoint: string; bucket: string }

export type S3Object = { key: string; bytes: number }

type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  body?: Blob
  sha256?: string
  timeoutMs: number
}

/** For requests without a body to transfer, which usually take less than a second. */
const REQUEST_TIMEOUT_MS = 30_000
/** For a whole backup over a slow connection. If nothing comes back at all, fetch itself times out much sooner. */
const TRANSFER_TIMEOUT_MS = 60 * 60 * 1000

/** The subset of S3 that backups need, with path-style URLs, which every S3-compatible store supports. */
export function createS3Client(settings: S3Settings) {
  const { endpoint, bucket } = settings

  function unreachable(cause: unknown): BackupError {
    const { host } = new URL(endpoint)
    return new BackupError(`The bucket ${bucket} can’t be reached at ${host} (${errorText(cause)}).`, { cause })
  }

  /** The connection may break long after the response has begun. */
  async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (cause) {
      throw unreachable(cause)
    }
  }

  async function send({
    method,
    key = '',
    query = {},
    body,
    sha256 = EMPTY_SHA256,
    timeoutMs,
  }: S3Request): Promise<Response> {
    const url = new URL(endpoint)
    const prefix = url.pathname.replace(/\/$/, '')
    url.pathname = [`${prefix}/${awsEncode(bucket)}`, ...key.split('/').map(awsEncode)].join('/').replace(/\/$/, '')
    url.search = Object.entries(query)
      .map(([name, value]) => `${awsEncode(name)}=${awsEncode(value)}`)
      .join('&')
    const headers = signRequest({ method, url, sha256, at: new Date() }, settings)
    const options = {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body }),
    } as const
    const response = await fetch(url, options).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (response.ok) return response
    const code = /<Code>(\w+)<\/Code>/.exec((await readText(response)).slice(0, 10_000))?.[1]
    throw new BackupError(`The bucket ${bucket} rejected a request: ${code ?? 'HTTP'} ${response.status}.`)
  }

  async function readText(response: Response): Promise<string> {
    return response.text().catch((cause: unknown) => {
      throw unreachable(cause)
    })
  }

  async function listPage(prefix: string, token: string | undefined) {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
    const xml = await readText(await send({ method: 'GET', query, timeoutMs: REQUEST_TIMEOUT_MS }))
    const objects = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, content = '']): S3Object => ({
      key: elementOf(content, 'Key') ?? '',
      bytes: Number(elementOf(content, 'Size')),
    }))
    const isTruncated = elementOf(xml, 'IsTruncated') === 'true'
    return { objects, next: isTruncated ? elementOf(xml, 'NextContinuationToken') : undefined }
  }

  return {
    async list(prefix: string): Promise<S3Object[]> {
      const all: S3Object[] = []
      let token: string | undefined
      do {
        const { objects, next } = await listPage(prefix, token)
        all.push(...objects)
        token = next
      } while (token !== undefined)
      return all
    },

    /** Atomic: the store verifies the hash before the object appears. */
    async put(key: string, file: string, sha256: string): Promise<void> {
      const response = await send({
        method: 'PUT',
        key,
        body: await openAsBlob(file),
        sha256,
        timeoutMs: TRANSFER_TIMEOUT_MS,
      })
      await response.body?.cancel()
    },

    async get(key: string): Promise<AsyncIterable<Uint8Array>> {
      const { body } = await send({ method: 'GET', key, timeoutMs: TRANSFER_TIMEOUT_MS })
      if (!body) throw new BackupError(`The bucket ${bucket} returned nothing.`)
      return readBody(body)
    },

    async remove(key: string): Promise<void> {
      const response = await send({ method: 'DELETE', key, timeoutMs: REQUEST_TIMEOUT_MS })
      await response.body?.cancel()
    },
  }
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1]
  return text?.replaceAll(
    /&(?:(\w+)|#(\d+)|#x([0-9a-f]+));/gi,
    (whole, entity: string, decimal: string, hex: string) => {
      if (entity) return ENTITIES.get(entity) ?? whole
      return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )
}
