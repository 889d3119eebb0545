import { readReviewsQuery, readShopAllQuery } from '#contract/page-params.ts'
import { readSize } from '#contract/size-param.ts'
import { COMPARED, readCompared } from '#domain/catalogue/compare.ts'
import { askedParameters, FINDER_PARAMETERS, isCommonQuestion, readFinder } from '#domain/catalogue/finder.ts'
import { FILTER_PARAMETERS, isCommonFilter, readFilter } from '#domain/catalogue/product-filter.ts'
import { BRAND, NO_PRODUCT } from '#domain/reviews/review.ts'
import { isSlug } from '#domain/text/slug.ts'
import { paths } from './paths.ts'

export type PageParams = { slug: string; ingredient: string; collection: string; token: string }

export type PageRoute = {
  path: string
  /** The query parameters this page reads; all others are ignored. */
  reads: readonly string[]
  /** The canonical address of what was requested, with every parameter parsed to a known value. */
  toAddress: (params: PageParams, query: URLSearchParams) => string
  /**
   * `openEnded` if strangers can make up any number of such addresses, `personal` if only one customer has the address.
   */
  lane: (query: URLSearchParams) => 'pages' | 'openEnded' | 'personal'
  /** The id of the product in a parameter, and the page shown instead if there is no such product. */
  filter?: (query: URLSearchParams) => { productId: string; otherwise: string } | undefined
}

/** Every storefront page by file name: `routes.ts` and the server's addresses derive from this. */
export const PAGE_ROUTES = {
  home: page('/', () => paths.home()),
  'shop-all': page('/shop-all', (_, query) => paths.shopAll(readShopAllQuery(query)), {
    reads: ['search', 'page', ...FILTER_PARAMETERS],
    lane: (query) => (readShopAllQuery(query).search === undefined ? filterLane(query) : 'openEnded'),
  }),
  product: page('/products/:slug', ({ slug }, query) => paths.product(slug, readSize(query)), { reads: ['size'] }),
  'skin-finder': page('/skin-finder', (_, query) => paths.skinFinder(askedParameters(readFinder(query))), {
    reads: FINDER_PARAMETERS,
    lane: (query) => (isCommonQuestion(readFinder(query)) ? 'pages' : 'openEnded'),
  }),
  compare: page('/compare', (_, query) => paths.compare(readCompared(query)), {
    reads: [COMPARED],
    lane: (query) => (readCompared(query).length === 0 ? 'pages' : 'openEnded'),
  }),
  'routine-guide': page('/routine-guide', () => paths.routineGuide()),
  'product-guide': page('/product-guide', () => paths.productGuide()),
  'product-guide-detail': page('/product-guide/:slug', ({ slug }) => paths.productGuide(slug)),
  ingredients: page('/ingredients', () => paths.ingredients()),
  ingredient: page('/ingredients/:ingredient', ({ ingredient }) => paths.ingredient(ingredient)),
  reviews: page('/reviews', (_, query) => paths.reviews(readReviewsQuery(query)), {
    reads: ['product', 'page'],
    lane: (query) => (readReviewsQuery(query).page === 1 ? 'pages' : 'openEnded'),
    filter(query) {
      const { product } = readReviewsQuery(query)
      return product && isSlug(product) && product !== BRAND
        ? { productId: product, otherwise: paths.reviews({ product: NO_PRODUCT }) }
        : undefined
    },
  }),
  about: page('/about', () => paths.about()),
  contact: page('/contact', () => paths.contact()),
  faq: page('/faq', () => paths.faq()),
  accessibility: page('/accessibility', () => paths.accessibility()),
  'our-reviews': page('/our-reviews', () => paths.ourReviews()),
  'privacy-policy': page('/privacy-policy', () => paths.policy('privacy-policy')),
  'terms-of-service': page('/terms-of-service', () => paths.policy('terms-of-service')),
  'shipping-returns': page('/shipping-returns', () => paths.policy('shipping-returns')),
  'order-lookup': page('/order', () => paths.order()),
  order: page('/order/:token', ({ token }) => paths.order(token), { lane: () => 'personal' }),
  // Last, because its pattern matches other pages' addresses, too.
  collection: page('/:collection', ({ collection }, query) => paths.collection(collection, readFilter(query)), {
    reads: FILTER_PARAMETERS,
    lane: filterLane,
  }),
} satisfies Record<string, PageRoute>

export type PageName = keyof typeof PAGE_ROUTES

/** Shoppers can combine choices in unlimited ways. */
function filterLane(query: URLSearchParams): 'pages' | 'openEnded' {
  return isCommonFilter(readFilter(query)) ? 'pages' : 'openEnded'
}

function page(
  path: string,
  toAddress: PageRoute['toAddress'],
  { reads = [], lane = () => 'pages', ...rest }: Partial<Pick<PageRoute, 'reads' | 'lane' | 'filter'>> = {},
): PageRoute {
  return { path, reads, toAddress, lane, ...rest }
}
