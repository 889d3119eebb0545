import { href } from 'react-router'
import type { ReviewsQuery, ShopAllQuery } from '#contract/page-params.ts'
import { type ProductReviewsQuery, writeProductReviewsQuery } from '#contract/product-reviews-query.ts'
import { filterParameters } from '#domain/catalogue/filter-parameters.ts'
import type { ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { PolicySlug } from '#domain/policies/policy.ts'

/** Dialogs with a URL: Back closes them, and a reload reopens them. */
export const CHECKOUT_HASH = '#checkout'
export const CART_HASH = '#cart'
export const SHARED_CART_HASH = '#cart='
/** The browser reads it on any page and stores the code for the checkout. */
export const CODE_PARAM = 'code'

/** The id of a question on its page. */
export function questionId(question: number): string {
  return `question-${question + 1}`
}

function withQuery(path: string, parameters: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  return parameters.length > 0 ? `${path}?${query}` : path
}

/** The only place that builds addresses. */
export const paths = {
  home: () => href('/'),
  shopAll: ({ search, page = 1, ...filter }: ShopAllQuery = {}) =>
    withQuery(href('/shop-all'), [
      ...(search ? [['search', search] as const] : []),
      ...filterParameters(filter),
      ...(page > 1 ? [['page', String(page)] as const] : []),
    ]),
  collection: (collection: string, filter: ProductFilter = {}) =>
    withQuery(href('/:collection', { collection }), filterParameters(filter)),
  routineGuide: () => href('/routine-guide'),
  /** Parameters as `finderParameters` writes them. */
  skinFinder: (parameters: readonly (readonly [name: string, value: string])[] = []) =>
    withQuery(href('/skin-finder'), parameters),
  compare: (ids: readonly string[] = []) =>
    withQuery(
      href('/compare'),
      ids.map((id) => ['oil', id] as const),
    ),
  productGuide: (slug?: string) => (slug ? href('/product-guide/:slug', { slug }) : href('/product-guide')),
  ingredients: () => href('/ingredients'),
  ingredient: (slug: string) => href('/ingredients/:ingredient', { ingredient: slug }),
  product: (slug: string, size?: Size) => href('/products/:slug', { slug }) + (size ? `?size=${size}` : ''),
  productReviews: (slug: string) => `${href('/products/:slug', { slug })}#reviews`,
  /** `product` is a product's id, or 'brand' for testimonials about the shop itself. */
  reviews: ({ product, page = 1 }: ReviewsQuery = {}) => {
    const query = new URLSearchParams()
    if (product) query.set('product', product)
    if (page > 1) query.set('page', String(page))
    return href('/reviews') + (query.size > 0 ? `?${query}` : '')
  },
  /** On the page of reviews that it is on. */
  review: (id: string, query: ReviewsQuery) => `${paths.reviews(query)}#review-${id}`,
  about: () => href('/about'),
  contact: () => href('/contact'),
  /** Questions count from 0. */
  faq: (question?: number) => href('/faq') + (question === undefined ? '' : `#${questionId(question)}`),
  accessibility: () => href('/accessibility'),
  ourReviews: () => href('/our-reviews'),
  policy: (slug: PolicySlug) => href(`/${slug}`),
  order: (token?: string) => (token ? href('/order/:token', { token }) : href('/order')),
  /** A fragment never reaches the server, so the page behind it is the shared cached one. */
  sharedCart: (link: string) => `${href('/shop-all')}${SHARED_CART_HASH}${link}`,
  products: () => '/api/products',
  squareConfig: () => '/functions/v1/get-square-config',
  validateDiscountCode: () => '/functions/v1/validate-discount-code',
  quoteOrder: () => '/functions/v1/quote-order',
  processPayment: () => '/functions/v1/process-square-payment',
  orderStatus: () => '/functions/v1/order-status',
  findOrder: () => '/functions/v1/find-order',
  cancelOrder: () => '/functions/v1/cancel-order',
  payBalance: () => '/functions/v1/pay-balance',
  emailSignup: () => '/functions/v1/email-signup',
  submitReview: () => '/functions/v1/submit-review',
  updateFeaturedReviews: () => '/functions/v1/update-featured-reviews',
  moreReviews: (productId: string, query: ProductReviewsQuery) =>
    `/api/products/${productId}/reviews${writeProductReviewsQuery(query)}`,
  liveReviews: (productId: string) => `/api/products/${productId}/reviews/live`,
  suggestions: (text: string) => `/api/suggestions?${new URLSearchParams({ q: text })}`,
}
