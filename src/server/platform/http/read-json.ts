import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { isStorableJson } from './control-characters.ts'

export type ReadJsonOptions = {
  maxBytes?: number
  contentTypes?: readonly string[]
}

const MAX_DEPTH = 8
const MAX_ARRAY_ITEMS = 100
const MAX_KEYS = 50
const POISONED_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** The parsed body. Refuses what is too large, too deep, or not JSON (docs/product.md#sizes-of-requests). */
export async function readJson(
  request: Request,
  { maxBytes = 16 * 1024, contentTypes = ['application/json'] }: ReadJsonOptions = {},
): Promise<unknown> {
  const contentType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!contentTypes.includes(contentType)) throw new AppError('unsupported_media_type', 'Send JSON.', 415)
  const value = parseJson(await readLimited(request, maxBytes))
  if (!isWithinLimits(value, 1) || !isStorableJson(value)) throw invalidRequest()
  return value
}

export async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks = []
  for await (const chunk of chunksOf(request, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The body as it arrives. Refuses what is too large. */
export async function* chunksOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const tooLarge = new AppError('too_large', 'The request is too large.', 413)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge
      yield chunk
    }
  } catch (error) {
    // Otherwise the sender hung up, which isn't our error to log.
    throw error === tooLarge ? error : invalidRequest()
  }
}

/** Refuses the request if it is not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    // Details stay hidden from the sender.
    throw invalidRequest()
  }
}

function isWithinLimits(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return depth > 1
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(value))
    return value.length <= MAX_ARRAY_ITEMS && value.every((item) => isWithinLimits(item, depth + 1))
  const entries = Object.entries(value)
  return (
    entries.length <= MAX_KEYS &&
    entries.every(([key, item]) => !POISONED_KEYS.has(key) && isWithinLimits(item, depth + 1))
  )
}
