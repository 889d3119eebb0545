import { bannerRoutes } from './banner-routes.tsx'
import type { DeskParts } from './desk-parts.ts'
import { featuredRoutes } from './featured-routes.tsx'
import { importRoutes } from './import-routes.tsx'
import { ingredientRoutes } from './ingredient-routes.tsx'
import { policyRoutes } from './policy-routes.tsx'
import { productRoutes } from './product-routes.tsx'
import { restoreRoutes } from './restore-routes.ts'
import type { DeskRoute } from './route.ts'

export function catalogueRoutes(parts: DeskParts): DeskRoute[] {
  return [
    ...productRoutes(parts),
    ...featuredRoutes(parts),
    ...ingredientRoutes(parts),
    ...bannerRoutes(parts),
    ...policyRoutes(parts),
    ...importRoutes(parts),
    ...restoreRoutes(parts),
  ]
}
