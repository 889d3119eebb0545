import { isSize, type Size } from '#domain/catalogue/sizes.ts'

/** Separate from the parameters of lists, because a product page needs no filters. */
export function readSize(query: URLSearchParams): Size | undefined {
  const size = query.get('size')
  return isSize(size) ? size : undefined
}
