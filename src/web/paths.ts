import { href } from 'react-router'
import type { Size } from '#domain/sizes.ts'

/** The one place that writes addresses. */
export const paths = {
  home: () => href('/'),
  emailSignup: () => '/functions/v1/email-signup',
  product: (slug: string, size?: Size) => href('/products/:slug', { slug }) + (size ? `?size=${size}` : ''),
}
