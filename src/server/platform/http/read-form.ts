import { invalidRequest } from '#server/platform/errors.ts'
import { isStorable, unstorableText } from './control-characters.ts'
import { readLimited } from './read-json.ts'

const CONTENT_TYPE = 'application/x-www-form-urlencoded'
const MAX_BYTES = 16 * 1024

/** Returns true if a page without JavaScript sent this; the response is then a page too. */
export function isForm(request: Request): boolean {
  return request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === CONTENT_TYPE
}

/** Fields of an HTML form; names may repeat. */
export async function readFields(request: Request, maxBytes = MAX_BYTES): Promise<URLSearchParams> {
  const fields = new URLSearchParams(new TextDecoder('utf-8').decode(await readLimited(request, maxBytes)))
  if (![...fields].flat().every(isStorable)) throw unstorableText()
  return fields
}

/** The fields of a form in which each name appears once. */
export async function readForm(request: Request, maxBytes?: number): Promise<Record<string, string>> {
  const fields = [...(await readFields(request, maxBytes))]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length) throw invalidRequest()
  return Object.fromEntries(fields)
}
