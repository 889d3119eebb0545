/** Every kind of page; add new ones here, so that all general checks apply to them. */
export const ROUTES = [
  '/',
  '/shop-all',
  '/shop-all?without=nuts',
  '/shop-all?search=rosehip',
  '/shop-all?search=nothing-like-it',
  '/facial-serums',
  '/focus-care',
  '/body-hair',
  '/routine-guide',
  '/product-guide',
  '/product-guide/pure-bloom',
  '/ingredients',
  '/products/pure-bloom',
  '/products/bloomera-hair-skin-restore',
  '/products/floral-wood-body-oil',
  '/products/orchard-hand-cuticle-oil',
  '/reviews',
  '/reviews?product=brand',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/shipping-returns',
  '/order',
]

export const MISSING = ['/no-such-page', '/order/forged', '/products/unknown', '/product-guide/unknown']
