import { AppError } from '#server/platform/errors.ts'
import { type Fields, tidy } from '#server/platform/http/form-fields.ts'
import { readMultipart, type Upload } from '#server/platform/http/read-multipart.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_ALT_LENGTH = 300
const TOO_LARGE = { picture: 'This file is larger than 10 MB.' }

type PictureForm = { ok: true; file: Uint8Array; alt: string } | { ok: false; fields: Fields; errors: Fields }

/** A picture and what it shows. */
export async function readPictureForm(request: Request): Promise<PictureForm> {
  const upload = await readUpload(request)
  if (!upload) return { ok: false, fields: {}, errors: TOO_LARGE }
  const alt = tidy(upload.fields.alt).replaceAll(/\s+/g, ' ')
  const file = upload.files.picture
  const refuse = (errors: Fields): PictureForm => ({ ok: false, fields: { alt }, errors })
  if (!file || file.byteLength === 0) return refuse({ picture: 'Choose a picture.' })
  if (file.byteLength > MAX_BYTES) return refuse(TOO_LARGE)
  if (alt === '' || alt.length > MAX_ALT_LENGTH)
    return refuse({ alt: 'Say in a sentence what it shows, then choose the picture again.' })
  return { ok: true, file, alt }
}

/** Undefined if the file is too large: a common mistake, so the form is shown again. */
async function readUpload(request: Request): Promise<Upload | undefined> {
  try {
    return await readMultipart(request, MAX_BYTES)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return undefined
    throw error
  }
}
