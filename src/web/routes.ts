import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

const folder = 'routes/storefront'

export default [
  index(`${folder}/home.tsx`),
  route('shop-all', `${folder}/shop-all.tsx`),
  route('facial-serums', `${folder}/facial-serums.tsx`),
  route('focus-care', `${folder}/focus-care.tsx`),
  route('body-hair', `${folder}/body-hair.tsx`),
  route('products/:slug', `${folder}/product.tsx`),
  route('routine-guide', `${folder}/routine-guide.tsx`),
  ...prefix('product-guide', [
    index(`${folder}/product-guide.tsx`),
    route(':slug', `${folder}/product-guide-detail.tsx`),
  ]),
  route('ingredients', `${folder}/ingredients.tsx`),
  route('reviews', `${folder}/reviews.tsx`),
  route('about', `${folder}/about.tsx`),
  route('contact', `${folder}/contact.tsx`),
  route('privacy-policy', `${folder}/privacy-policy.tsx`),
  route('terms-of-service', `${folder}/terms-of-service.tsx`),
  route('shipping-returns', `${folder}/shipping-returns.tsx`),
  ...prefix('order', [index(`${folder}/order-lookup.tsx`), route(':token', `${folder}/order.tsx`)]),
  route('*', `${folder}/not-found.tsx`),
] satisfies RouteConfig
