/** Those of `MESSAGES` that a page shows before anything is opened: all that its first scripts need. */
export const PAGE_MESSAGES = {
  productsFailed: 'Failed to load products',
  productFailed: 'Failed to load product',
  productNotFound: 'Product not found',
  noProducts: 'No products found.',
  noSearchResults: 'No products found matching your search.',
  signupFailed: 'Failed to sign up. Please try again.',
  discountCheckFailed: 'Failed to validate discount code',
  /** Always shown, because the response to an invalid code does not say why. */
  discountNote: 'Codes are case-sensitive.',
  cartFailed: 'Failed to load your cart. Please reload the page.',
  sizeRequired: 'Please select a size',
  paymentScriptFailed: 'Failed to load payment form',
  orderLookupFailed: 'Orders cannot be looked up right now. Please try again in a moment.',
  ratingRequired: 'Rating required: Please select a star rating',
  reviewFormFailed: 'Failed to load the form. Please close it and try again.',
  reviewFailed: 'Error: Failed to submit review. Please try again.',
  reviewSubmitted: 'Review submitted! Thank you! Your review will be published after moderation.',
} as const
