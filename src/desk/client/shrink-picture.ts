/** Wider than anything the shop shows. */
const WIDEST = 1920
const SMALL_ENOUGH = 1_500_000

/**
 * A phone photo is many times larger than the shop can show. It is resized before the upload, which then takes seconds
 * even on a slow connection; if that fails, the original is sent.
 */
export function shrinkPictures(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-shrink]')) {
    field.addEventListener('change', () => {
      const file = field.files?.[0]
      if (file && file.size > SMALL_ENOUGH) void shrink(field, file)
    })
  }
}

async function shrink(field: HTMLInputElement, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return
  const scale = Math.min(1, WIDEST / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  canvas.toBlob(
    (blob) => {
      // Another file may have been chosen since.
      if (!blob || blob.size >= file.size || field.files?.[0] !== file) return
      const transfer = new DataTransfer()
      transfer.items.add(new File([blob], 'picture.jpg', { type: 'image/jpeg' }))
      field.files = transfer.files
    },
    'image/jpeg',
    0.92,
  )
}
