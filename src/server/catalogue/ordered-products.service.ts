/** What orders need to know about products, inside their own transactions. */
export { listPicturesOf } from './pictures.queries.ts'
export { listPrices, type PricedProduct } from './prices.queries.ts'
export { findProduct, findProductName, listProducts } from './products.queries.ts'
