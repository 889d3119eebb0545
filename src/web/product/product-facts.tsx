import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProductDetail } from '#domain/catalog.ts'
import { paths } from '#web/paths.ts'

export function ProductFacts({ product }: { product: ProductDetail }) {
  const key = product.ingredients.filter(({ isKey }) => isKey)
  return (
    <div className="mt-9 border-b border-line">
      <Fold title="View Details" isOpen>
        <h2 className="text-[1.35rem]">Benefits</h2>
        <Bullets>
          {product.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </Bullets>
        <h2 className="mt-6 text-[1.35rem]">Key Ingredients</h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {key.map(({ slug, name }) => (
            <li key={slug}>
              <Link
                className="block rounded-pill border border-line bg-paper px-3 py-1 text-small hover:border-ink"
                to={paths.ingredients(slug)}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <h2 className="mt-6 text-[1.35rem]">About This Blend</h2>
        {product.description.split('\n\n').map((paragraph) => (
          <p className="mt-3" key={paragraph}>
            {paragraph}
          </p>
        ))}
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
export function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
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

export function Bullets({ children }: { children: ReactNode }) {
  return <ul className="bullets mt-3 grid gap-2">{children}</ul>
}
