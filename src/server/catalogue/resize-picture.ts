import { createHash } from 'node:crypto'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_WIDTHS, PLACEHOLDER_WIDTH } from '#domain/catalogue/picture-widths.ts'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { PictureFile } from './pictures.queries.ts'

export type MadePicture = { ok: true; picture: UploadedPicture; files: PictureFile[] } | { ok: false; message: string }

/** Twice the pixels of a good camera. A small file can declare far more and exhaust memory when decoded. */
const MAX_PIXELS = 50_000_000
/** Anything narrower looks coarse on any phone. */
const MIN_WIDTH = 480
const WIDEST = PICTURE_WIDTHS.at(-1) ?? 0

const NO_PICTURE = 'This file is not a picture we can use. Take a JPEG, PNG, WebP or AVIF.'
const TOO_MANY_PIXELS = 'This picture has too many pixels. Make it smaller and try again.'
const TOO_SMALL = `This picture is too small. It should be at least ${MIN_WIDTH} pixels wide.`

/**
 * Renders an upload in the shop's widths and both formats. The file itself isn't stored: decoding and re-encoding it
 * drops metadata (location, camera) and anything hidden in it. This takes seconds of CPU: call it through resizer.ts.
 */
export async function makePicture(upload: Uint8Array, alt: string): Promise<MadePicture> {
  const open = () => sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
  try {
    const { width, height, orientation = 1 } = await sharp(upload, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return { ok: false, message: TOO_MANY_PIXELS }
    const shownWidth = orientation >= 5 ? height : width
    if (shownWidth < MIN_WIDTH) return { ok: false, message: TOO_SMALL }
    const master = await open()
      .resize({ width: Math.min(shownWidth, WIDEST) })
      .toBuffer({ resolveWithObject: true })
    return await makeVariants(sharp(master.data), master.info, { upload, alt })
  } catch {
    // Sharp's messages are for programmers; anything it can't decode is not a picture.
    return { ok: false, message: NO_PICTURE }
  }
}

async function makeVariants(
  master: Sharp,
  { width, height }: Pick<Metadata, 'width' | 'height'>,
  { upload, alt }: { upload: Uint8Array; alt: string },
): Promise<MadePicture> {
  const widths = PICTURE_WIDTHS.filter((candidate) => candidate <= width)
  const files: PictureFile[] = []
  for (const candidate of widths) {
    const resized = master.clone().resize(candidate)
    const [avif, webp] = await Promise.all([
      resized.clone().avif({ quality: 52, effort: 3 }).toBuffer(),
      resized.clone().webp({ quality: 78 }).toBuffer(),
    ])
    files.push({ width: candidate, format: 'avif', body: avif }, { width: candidate, format: 'webp', body: webp })
  }
  const tiny = await master.clone().resize(PLACEHOLDER_WIDTH).webp({ quality: 30 }).toBuffer()
  // The alt text is part of the identity: the same picture with a different text counts as another one.
  const hash = createHash('sha256').update(upload).update(alt).digest('hex').slice(0, 20)
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  return { ok: true, picture: { address: `/uploads/${hash}`, width, height, widths, placeholder, alt }, files }
}
