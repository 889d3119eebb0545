import type { ProductDetail, ProductSummary } from '#domain/catalog.ts'
import { findActiveProduct, listFeaturedProducts } from '#server/db/catalogue.queries.ts'
import type { Database } from '#server/db/database.ts'

export interface CatalogService {
  listFeatured(): Promise<{ product: ProductSummary; badge: string }[]>
  /** A product's id is its slug. */
  findBySlug(slug: string): Promise<ProductDetail | undefined>
}

export function createCatalogService({ orm }: Database): CatalogService {
  return {
    listFeatured: () => listFeaturedProducts(orm),
    findBySlug: (slug) => findActiveProduct(orm, slug),
  }
}
