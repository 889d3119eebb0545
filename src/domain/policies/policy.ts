export const POLICIES = {
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  'shipping-returns': 'Shipping & Returns',
} as const

export type PolicySlug = keyof typeof POLICIES

export const POLICY_SLUGS = Object.keys(POLICIES).filter(isPolicySlug)

export function isPolicySlug(value: string): value is PolicySlug {
  return Object.hasOwn(POLICIES, value)
}
