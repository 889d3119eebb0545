import type { ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'

/** For API clients and crawlers, which use one file. */
export function pictureUrl(picture: UploadedPicture | undefined, wantedWidth: number): string | undefined {
  if (!picture) return undefined
  const width = picture.widths.find((candidate) => candidate >= wantedWidth) ?? picture.widths.at(-1)
  return width === undefined ? undefined : pictureSource(picture.address, width, 'webp')
}

/** The card for shared links was made from the rendered picture; without one, the shop's own card is used. */
export function shareCardOf({ id, picture }: Pick<ProductSummary, 'id' | 'picture'>): string | undefined {
  // The address of a rendered picture is its name and a hash.
  return picture?.address.slice(0, picture.address.lastIndexOf('-')) === `/pictures/${id}` ? id : undefined
}

export function pictureSource(address: string, width: number, format: string): string {
  return `${address}-${width}.${format}`
}

export function pictureSources(address: string, widths: number[], format: string): string {
  return widths.map((width) => `${pictureSource(address, width, format)} ${width}w`).join(', ')
}
