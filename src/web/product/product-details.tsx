import type { ReactNode } from 'react'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { Benefits, Description, KeyIngredients } from './blend.tsx'

/** Across the full width, so that there is no empty space next to what is open. */
export function ProductDetails({ product }: { product: ProductDetail }) {
  return (
    <div className="wrap mt-8 md:mt-12">
      <div className="border-b border-line">
        <Fold title="View Details" hint="Benefits, key ingredients, about this blend">
          <div className="grid gap-x-16 gap-y-6 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr]">
            <section>
              <h2>Benefits</h2>
              <Benefits benefits={product.benefits} />
            </section>
            <section>
              <h2>Key Ingredients</h2>
              <KeyIngredients ingredients={product.ingredients} />
            </section>
            <section className="md:col-span-2 lg:col-span-1">
              <h2>About This Blend</h2>
              <Description description={product.description} />
            </section>
          </div>
        </Fold>
        {product.howToUse && (
          <Fold title="How to use">
            <p>{product.howToUse}</p>
          </Fold>
        )}
        {product.patchTest && (
          <Fold title="Patch test first">
            <p>{product.patchTest}</p>
          </Fold>
        )}
        {product.inci && (
          <Fold title="All ingredients" hint="As on the label (INCI)">
            {/* A link to what is inside opens the fold, even without a script. */}
            <p id="inci">{product.inci}</p>
          </Fold>
        )}
      </div>
    </div>
  )
}

type FoldProps = { title: string; hint?: string; children: ReactNode }

/** Opens and closes without a script. */
function Fold({ title, hint, children }: FoldProps) {
  return (
    <details className="fold">
      <summary>
        <span className="display">{title}</span>
        {hint && <small>{hint}</small>}
      </summary>
      <div>{children}</div>
    </details>
  )
}
