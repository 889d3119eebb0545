import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type S3Credentials, signatureOf } from '#server/backup/aws-signature.ts'

export const S3_CREDENTIALS: S3Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-west-2',
}

/**
 * 'offline' drops every connection, 'full' rejects uploads, 'dropped' closes the connection during an upload and
 * 'broken-read' in the middle of a response, 'undeletable' rejects deletions.
 */
type Fault = 'offline' | 'full' | 'dropped' | 'broken-read' | 'undeletable'

const PAGE_SIZE = 3

/** An in-memory S3 that verifies signatures and hashes and paginates lists. */
export async function startFakeS3(bucket: string) {
  const objects = new Map<string, Buffer>()
  const state: { fault: Fault | undefined; requests: string[] } = { fault: undefined, requests: [] }

  function reject(response: ServerResponse, status: number, code: string): void {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
  }

  function isSigned(request: IncomingMessage, url: URL): boolean {
    const [, keyId, scope, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      ) ?? []
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const date = headers['x-amz-date'] ?? ''
    const isComplete = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names?.split(';').includes(name))
    const isRecent = Math.abs(Date.now() - Date.parse(date.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))) < 900_000
    const expected = signatureOf({ method: request.method ?? '', url, headers }, names ?? '', S3_CREDENTIALS)
    return (
      keyId === S3_CREDENTIALS.accessKeyId &&
      scope === `${date.slice(0, 8)}/${S3_CREDENTIALS.region}/s3/aws4_request` &&
      isComplete &&
      isRecent &&
      signature === expected
    )
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const start = Number(url.searchParams.get('continuation-token')?.replace('from &', '') ?? 0)
    const contents = keys
      .slice(start, start + PAGE_SIZE)
      .map(
        (key) =>
          `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
      )
    const isTruncated = start + PAGE_SIZE < keys.length
    const next = isTruncated ? `<NextContinuationToken>from &amp;${start + PAGE_SIZE}</NextContinuationToken>` : ''
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    )
  }

  async function store(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['content-length'] === undefined) return reject(response, 411, 'MissingContentLength')
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      if (state.fault === 'dropped') return void request.socket.destroy()
      chunks.push(chunk as Buffer)
    }
    const body = Buffer.concat(chunks)
    const hash = createHash('sha256').update(body).digest('hex')
    if (hash !== request.headers['x-amz-content-sha256']) return reject(response, 400, 'XAmzContentSHA256Mismatch')
    if (state.fault === 'full') return reject(response, 507, 'InsufficientStorage')
    objects.set(key, body)
    response.end()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.fault === 'offline') return void request.socket.destroy()
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    state.requests.push(`${request.method} ${url.pathname}`)
    if (!isSigned(request, url)) return reject(response, 403, 'SignatureDoesNotMatch')
    if (state.fault === 'broken-read' && request.method === 'GET') {
      response.writeHead(200, { 'content-length': '1000000' })
      return void response.write(Buffer.alloc(50_000), () => request.socket.destroy())
    }
    if (url.pathname === `/${bucket}`) return list(url, response)
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (!url.pathname.startsWith(`/${bucket}/`)) return reject(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') return store(key, request, response)
    if (request.method === 'DELETE') {
      if (state.fault === 'undeletable') return reject(response, 403, 'AccessDenied')
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const body = objects.get(key)
    if (!body) return reject(response, 404, 'NoSuchKey')
    response.end(body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    state,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
