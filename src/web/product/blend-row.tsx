import { Link } from 'react-router'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { paths } from '#web/paths.ts'

/** Two rows of equal length if one would be too long. */
const COLUMNS: Readonly<Record<number, string>> = {
  3: 'lg:grid-cols-6',
  4: 'lg:grid-cols-6',
  5: 'lg:grid-cols-5',
  6: 'lg:grid-cols-6',
  7: 'lg:grid-cols-7',
}

/** Every ingredient in the bottle, with its drawing. */
export function BlendRow({ product: { ingredients, inci }, count }: { product: ProductDetail; count: string }) {
  if (ingredients.length < 2) return null
  const perRow = ingredients.length <= 7 ? ingredients.length : Math.ceil(ingredients.length / 2)
  return (
    <section className="wrap pt-band" aria-labelledby="blend">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className="text-row" id="blend">
          {count} ingredients, all of them
        </h2>
        {inci && (
          <a className="underlined text-small" href="#inci">
            Read the full list (INCI)
          </a>
        )}
      </div>
      <ul className={`blend-row mt-7 ${COLUMNS[perRow] ?? 'lg:grid-cols-6'}`}>
        {ingredients.map(({ slug, name, summary }) => (
          <li key={slug}>
            <Link to={paths.ingredient(slug)}>
              <span className="blend-drawing">
                <img src={`/botanicals/${slug}.svg`} width={160} height={200} alt="" loading="lazy" decoding="async" />
              </span>
              <span>
                <b className="display">{name}</b>
                <small>{summary}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
