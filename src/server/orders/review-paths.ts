/** Where the buyer of a product may review it; reviews know. */
export type ReviewPaths = { pathFor: (orderNumber: string, productId: string) => string }
