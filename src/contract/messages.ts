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
  ratingRequired: 'Rating required: Please select a star rating',
  reviewFailed: 'Error: Failed to submit review. Please try again.',
  reviewSubmitted: 'Review submitted! Thank you! Your review will be published after moderation.',
  reviewEmailInvalid: 'Email is not an e-mail address',
  reviewProductUnknown: 'This product cannot be reviewed',
} as const
