import type { ProductSummary } from '#domain/catalogue/product.ts'
import { PageHero, type PageHeroProps } from '#web/frame/page-hero.tsx'
import { LoadFailed } from './load-failed.tsx'
import { ProductGrid } from './product-grid.tsx'

export type CollectionPageProps = {
  hero: PageHeroProps
  /** Undefined if they could not be loaded. */
  products: readonly ProductSummary[] | undefined
  emptyText: string
  failureText: string
}

export function CollectionPage({ hero, products, emptyText, failureText }: CollectionPageProps) {
  return (
    <>
      <PageHero {...hero} />
      <section className="wrap pt-[clamp(2rem,1rem+3vw,4rem)]" aria-label="Products">
        <h2 className="sr-only">Products</h2>
        {products === undefined && <LoadFailed message={failureText} />}
        {products?.length === 0 && <p className="py-16 text-center text-lead text-soft">{emptyText}</p>}
        {products && <ProductGrid products={products} leads />}
      </section>
    </>
  )
}
