import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { PAGE_ROUTES } from './page-routes.ts'

const folder = 'routes/storefront'

export default [
  ...Object.entries(PAGE_ROUTES).map(([name, { path }]) =>
    path === '/' ? index(`${folder}/${name}.tsx`) : route(path.slice(1), `${folder}/${name}.tsx`),
  ),
  route('*', `${folder}/not-found.tsx`),
] satisfies RouteConfig
