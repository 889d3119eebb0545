import { MAX_ALT_LENGTH } from '#domain/catalogue/product.ts'
import { AppError } from '#server/platform/errors.ts'
import { isUnprintable } from '#server/platform/http/control-characters.ts'
import { type Fields, tidy } from '#server/platform/http/form-fields.ts'
import { readMultipart, type Upload } from '#server/platform/http/read-multipart.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_NAME_LENGTH = 100
const TOO_LARGE = { picture: 'This file is larger than 10 MB.' }
const NO_PICTURE = { picture: 'This file is not a picture we can use. Take a JPEG, PNG, WebP or AVIF.' }

/** A file that looks like a picture; only resizing it can tell for sure. */
export type SentPicture = { file: Uint8Array; fileName: string; alt: string }

type PictureForm = { ok: true; sent: SentPicture } | { ok: false; fields: Fields; errors: Fields }

/** A picture and its description, which can be added later unless `needsAlt` is set. */
export async function readPictureForm(request: Request, { needsAlt }: { needsAlt: boolean }): Promise<PictureForm> {
  const upload = await readUpload(request)
  if (!upload) return { ok: false, fields: {}, errors: TOO_LARGE }
  const alt = tidy(upload.fields.alt).replaceAll(/\s+/g, ' ')
  const file = upload.files.picture
  const refuse = (errors: Fields): PictureForm => ({ ok: false, fields: { alt }, errors })
  if (!file || file.byteLength === 0) return refuse({ picture: 'Choose a picture.' })
  if (file.byteLength > MAX_BYTES) return refuse(TOO_LARGE)
  if (!looksLikePicture(file)) return refuse(NO_PICTURE)
  if ((alt === '' && needsAlt) || alt.length > MAX_ALT_LENGTH)
    return refuse({ alt: 'Say in a sentence what it shows, then choose the picture again.' })
  return { ok: true, sent: { file, fileName: nameOf(upload.fileNames.picture), alt } }
}

function nameOf(sent = ''): string {
  const name = sent.slice(0, MAX_NAME_LENGTH)
  return isUnprintable(name) ? 'Picture' : name || 'Picture'
}

/** Checks magic bytes, not the file name, so that untrusted files reach no other decoder. */
function looksLikePicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.slice(8) === 'WEBP') ||
    /^ftypavi[fs]$/.test(start.slice(4))
  )
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
