import { isSize, type Size } from '#domain/catalogue/sizes.ts'

/** Apart from the parameters of lists: a product's page needs no filters. */
export function readSize(query: URLSearchParams): Size | undefined {
  const size = query.get('size')
  return isSize(size) ? size : undefined
}
