import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string }

export type SignedRequest = { method: string; url: URL; headers: Record<string, string> }

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SERVICE = 's3'

/** Payload hash of requests without a body. */
export const EMPTY_SHA256 = createHash('sha256').digest('hex')

/** Signs an S3 request with AWS Signature Version 4. Returns the headers to send. */
export function signRequest(
  { method, url, sha256, at }: { method: string; url: URL; sha256: string; at: Date },
  credentials: S3Credentials,
): Record<string, string> {
  const headers = { host: url.host, 'x-amz-content-sha256': sha256, 'x-amz-date': amzDate(at) }
  const signedHeaders = Object.keys(headers).toSorted().join(';')
  const signature = signatureOf({ method, url, headers }, signedHeaders, credentials)
  const scope = scopeOf(headers['x-amz-date'], credentials.region)
  const authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  return { 'x-amz-content-sha256': sha256, 'x-amz-date': headers['x-amz-date'], authorization }
}

/** Returns the signature of a request; the fake S3 of the tests also uses it to verify one. */
export function signatureOf(
  { method, url, headers }: SignedRequest,
  signedHeaders: string,
  { secretAccessKey, region }: Pick<S3Credentials, 'secretAccessKey' | 'region'>,
): string {
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...signedHeaders.split(';').map((name) => `${name}:${headers[name]?.trim() ?? ''}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const date = headers['x-amz-date'] ?? ''
  const scope = scopeOf(date, region)
  const toSign = [ALGORITHM, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

/** Percent-encodes everything but the unreserved characters of RFC 3986, as S3 does. */
export function awsEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${awsEncode(name)}=${awsEncode(value)}`)
    .toSorted()
    .join('&')
}

function scopeOf(date: string, region: string): string {
  return `${date.slice(0, 8)}/${region}/${SERVICE}/aws4_request`
}

/** 20261116T030005Z */
function amzDate(at: Date): string {
  return at.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
