import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { paths } from '#web/paths.ts'
import { Benefits, Description, KeyIngredients } from './blend.tsx'

export function ProductFacts({ product }: { product: ProductDetail }) {
  return (
    <div className="mt-9 border-b border-line">
      <Fold title="View Details" isOpen>
        <h2 className="text-[1.35rem]">Benefits</h2>
        <Benefits benefits={product.benefits} />
        <h2 className="mt-6 text-[1.35rem]">Key Ingredients</h2>
        <KeyIngredients ingredients={product.ingredients} />
        <h2 className="mt-6 text-[1.35rem]">About This Blend</h2>
        <Description description={product.description} />
      </Fold>
      <Fold title="How to use">
        <p>{product.howToUse}</p>
      </Fold>
      <Fold title="Patch test first">
        <p>{product.patchTest}</p>
      </Fold>
      <Fold title="All ingredients">
        <p className="text-small">{product.inci}</p>
        <p className="mt-3 text-small text-soft">
          In the glossary:{' '}
          {product.ingredients.map(({ slug, name }, index) => (
            <span key={slug}>
              {index > 0 && ', '}
              <Link
                className="underline decoration-line underline-offset-4 hover:decoration-ink"
                to={paths.ingredients(slug)}
              >
                {name}
              </Link>
            </span>
          ))}
        </p>
      </Fold>
    </div>
  )
}

/** Opens and closes without a script. */
function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group border-t border-line" open={isOpen}>
      <summary className="display flex list-none items-center justify-between py-4 text-[1.35rem]">
        {title}
        <span className="font-text text-amber group-open:hidden" aria-hidden="true">
          +
        </span>
        <span className="hidden font-text text-amber group-open:inline" aria-hidden="true">
          –
        </span>
      </summary>
      <div className="pb-6 text-bark">{children}</div>
    </details>
  )
}
