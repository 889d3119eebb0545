import type { FactRow } from '#domain/catalogue/fact-rows.ts'
import type { FeelMoment } from '#domain/catalogue/feel.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { BlendRow } from './blend-row.tsx'
import { FactsAndFeel } from './facts-and-feel.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductReviews, type ProductReviewsProps } from './product-reviews.tsx'
import { RoutinePair, type RoutinePairProps } from './routine-pair.tsx'

type ProductStoryProps = ProductReviewsProps & {
  size: Size | undefined
  words: { facts: readonly FactRow[]; feel: readonly FeelMoment[]; ingredientCount: string }
  routine: Pick<RoutinePairProps, 'partner' | 'isForMorning'> | undefined
  related: readonly ProductSummary[]
}

/** Everything below the size selector; none of it is on the first screen. */
export function ProductStory({ product, size, words, routine, related, ...reviews }: ProductStoryProps) {
  return (
    <>
      <ProductDetails product={product} />
      <FactsAndFeel rows={words.facts} moments={words.feel} />
      <BlendRow product={product} count={words.ingredientCount} />
      {routine && <RoutinePair product={product} size={size} {...routine} />}
      <ProductReviews product={product} {...reviews} />
      {related.length > 0 && (
        <section className="wrap pt-band" aria-labelledby="related">
          <h2 className="mb-8" id="related">
            Pairs well with
          </h2>
          <ProductGrid products={related} />
        </section>
      )}
    </>
  )
}
