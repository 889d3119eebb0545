/** The `MESSAGES` shown by parts of a page whose scripts are loaded when needed. */
export const PART_MESSAGES = {
  productNotFound: 'Product not found',
  noSearchResults: 'No products found matching your search.',
  ratingRequired: 'Rating required: Please select a star rating',
  reviewFormFailed: 'Failed to load the form. Please close it and try again.',
  reviewFailed: 'Error: Failed to submit review. Please try again.',
  reviewSubmitted: 'Review submitted! Thank you! Your review will be published after moderation.',
  orderLookupFailed: 'We can’t look up orders right now. Please try again in a moment.',
  /** Always shown, because the response to an invalid code does not say why. */
  discountNote: 'Codes are case-sensitive.',
} as const
