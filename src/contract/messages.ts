/** The texts of the spec's section 8 and its empty states, word for word; pages and tests quote them from here. */
export const MESSAGES = {
  productsFailed: 'Failed to load products',
  focusCareFailed: 'Failed to load products. Please try again.',
  facialSerumsFailed: 'Failed to load facial serums',
  bodyHairFailed: 'Failed to load body & hair products',
  productFailed: 'Failed to load product',
  productNotFound: 'Product not found',
  noFacialSerums: 'No facial serums found.',
  noFocusCare: 'No focus care products found.',
  noBodyHair: 'No body & hair products found.',
  noProducts: 'No products found.',
  noSearchResults: 'No products found matching your search.',
  signupFailed: 'Failed to sign up. Please try again.',
  emailInvalid: 'Please enter a valid email address.',
  tooManyRequests: 'Too many attempts. Please try again later.',
  discountCheckFailed: 'Failed to validate discount code',
  discountInvalid: 'This code is not valid.',
  /** Under the field, always: the answer to a wrong code says nothing about why. */
  discountNote: 'Codes are case-sensitive.',
} as const
