import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/storefront/home.tsx'),
  route('products/:slug', 'routes/storefront/product.tsx'),
  route('*', 'routes/storefront/not-found.tsx'),
] satisfies RouteConfig
