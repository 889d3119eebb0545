import { href } from 'react-router'
import type { Size } from '#domain/sizes.ts'

/** The one place that writes addresses. */
export const paths = {
  home: () => href('/'),
  product: (slug: string, size?: Size) => href('/products/:slug', { slug }) + (size ? `?size=${size}` : ''),
}
