import { Link } from 'react-router'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { paths } from '#web/paths.ts'

/** What the product page and the guide both show about a blend, without headings. */

export function Benefits({ benefits }: Pick<ProductDetail, 'benefits'>) {
  return (
    <ul className="bullets mt-3 grid gap-2">
      {benefits.map((benefit) => (
        <li key={benefit}>{benefit}</li>
      ))}
    </ul>
  )
}

export function KeyIngredients({ ingredients }: Pick<ProductDetail, 'ingredients'>) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {ingredients
        .filter(({ isKey }) => isKey)
        .map(({ slug, name }) => (
          <li key={slug}>
            <Link
              className="block rounded-pill border border-line bg-paper px-3 py-1 text-small hover:border-ink"
              to={paths.ingredient(slug)}
            >
              {name}
            </Link>
          </li>
        ))}
    </ul>
  )
}

export function Description({ description }: Pick<ProductDetail, 'description'>) {
  return description.split('\n\n').map((paragraph) => (
    <p className="mt-3 max-w-prose whitespace-pre-line" key={paragraph}>
      {paragraph}
    </p>
  ))
}
