import type { Database } from '#server/db/database.ts'
import { type CatalogService, createCatalogService } from './catalog.ts'

/** Everything a page or function may ask of the shop. */
export type Services = { catalog: CatalogService }

export function createServices(database: Database): Services {
  return { catalog: createCatalogService(database) }
}
