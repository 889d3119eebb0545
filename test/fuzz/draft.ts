import { type Json, JsonText } from './hostile-values.ts'

export type Pair = [name: string, value: string]

export type Body =
  | { kind: 'json'; value: Json }
  | { kind: 'form'; fields: Pair[] }
  | { kind: 'multipart'; fields: [name: string, value: string | Uint8Array][] }
  | { kind: 'bytes'; bytes: Uint8Array }

/** A request whose parts can still be changed one by one. */
export type Draft = {
  method: string
  /** As sent: percent-encoded or deliberately not. */
  path: string
  query: Pair[]
  headers: Pair[]
  body?: Body
  /** Adds the header that signs the final bytes. */
  sign?: (body: Uint8Array) => Pair
}

/** A request as it is sent. */
export type FuzzRequest = { method: string; target: string; headers: Pair[]; body: Uint8Array | undefined }

/** The host the shop is configured for. */
export const HOST = 'localhost:3000'

const BOUNDARY = 'fz-boundary-7d91'
const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
  bytes: 'application/octet-stream',
}

export function toRequest(draft: Draft): FuzzRequest {
  const query = draft.query.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')
  const body = draft.body && bytesOf(draft.body)
  const headers = [...draft.headers]
  if (draft.body && !headers.some(([name]) => name === 'content-type'))
    headers.push(['content-type', CONTENT_TYPES[draft.body.kind]])
  if (body && draft.sign) headers.push(draft.sign(body))
  return { method: draft.method, target: query ? `${draft.path}?${query}` : draft.path, headers, body }
}

/** Like encodeURIComponent, but a lone surrogate doesn't make it throw. */
export function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function bytesOf(body: Body): Uint8Array {
  switch (body.kind) {
    case 'json':
      return Buffer.from(toJson(body.value))
    case 'form':
      return Buffer.from(body.fields.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&'))
    case 'multipart':
      return multipart(body.fields)
    case 'bytes':
      return body.bytes
  }
}

function toJson(value: Json): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

function multipart(fields: [name: string, value: string | Uint8Array][]): Uint8Array {
  const parts = fields.flatMap(([name, value]) => {
    const isFile = typeof value !== 'string'
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n`
    return [
      Buffer.from(`${head}${isFile ? 'content-type: image/png\r\n' : ''}\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}
