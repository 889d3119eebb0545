/** Path where the buyer of a product can review it; implemented by reviews. */
export type ReviewPaths = { pathFor: (orderNumber: string, productId: string) => string }
