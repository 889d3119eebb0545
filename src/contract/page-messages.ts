/** The `MESSAGES` that a page shows before anything is opened, which is all that its first scripts need. */
export const PAGE_MESSAGES = {
  productsFailed: 'Failed to load products',
  productFailed: 'Failed to load product',
  noProducts: 'No products found.',
  signupFailed: 'Failed to sign up. Please try again.',
  discountCheckFailed: 'Failed to validate discount code',
  cartFailed: 'Failed to load your cart. Please reload the page.',
  sizeRequired: 'Please select a size',
  tooManyLines: 'An order can have up to 50 different items.',
  paymentScriptFailed: 'Failed to load payment form',
} as const
