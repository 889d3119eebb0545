import { AppError } from '#server/platform/errors.ts'
import { refuseUnprintable } from './control-characters.ts'
import { readLimited } from './read-json.ts'

export type Upload = {
  fields: Record<string, string>
  files: Record<string, Uint8Array>
  /** Field name of the files. */
  fileNames: Record<string, string>
}

/** Room for fields and part headers. */
const FIELDS_BYTES = 64 * 1024

/** A form with files. Oversized bodies are refused while they arrive and never buffered in full. */
export async function readMultipart(request: Request, maxFileBytes: number): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new AppError('unsupported_media_type', 'Send a form with a file.', 415)
  const bytes = await readLimited(request, maxFileBytes + FIELDS_BYTES)
  const upload: Upload = { fields: {}, files: {}, fileNames: {} }
  for (const [name, value] of await parse(bytes, contentType)) {
    refuseUnprintable(name)
    if (typeof value === 'string') {
      refuseUnprintable(value)
      upload.fields[name] = value
    } else {
      upload.files[name] = new Uint8Array(await value.arrayBuffer())
      upload.fileNames[name] = value.name
    }
  }
  return upload
}

async function parse(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    // Truncated or handcrafted form; details stay hidden from the sender.
    throw new AppError('invalid_request', 'The form could not be read.', 400)
  }
}
