import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { habitText } from '#domain/catalogue/bottle-life.ts'
import { commonIngredients, compareFacts, compareSizes } from '#domain/catalogue/compare.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { BuyRow } from '#web/catalogue/product-card.tsx'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Price } from '#web/product/price.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RatingLine } from '#web/ui/stars.tsx'

type Oils = { oils: readonly ProductDetail[] }

/** Scrolls in its own region, both ways, so that headers and labels stay in view on a phone. */
export function CompareTable({ oils }: Oils) {
  const common = commonIngredients(oils)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="compare-region" aria-label="Comparison" tabIndex={0}>
      <table className="compare-table">
        <thead>
          <tr>
            <td aria-label="Fact" />
            {oils.map((oil) => (
              <Head oil={oil} oils={oils} key={oil.id} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Row
            label="Sizes"
            cells={oils.map((oil) => (
              <Sizes oil={oil} key={oil.id} />
            ))}
          />
          {compareFacts(oils).map(({ label, texts }) => (
            <Row label={label} cells={texts} key={label} />
          ))}
          <Row
            label="Ingredients"
            cells={oils.map((oil) => (
              <Ingredients oil={oil} common={common} count={oils.length} key={oil.id} />
            ))}
          />
          <Row
            label="Buy"
            cells={oils.map((oil) => (
              <BuyRow product={oil} key={oil.id} />
            ))}
          />
        </tbody>
      </table>
    </section>
  )
}

function Head({ oil, oils }: Oils & { oil: ProductDetail }) {
  const others = oils.filter((other) => other !== oil).map(({ id }) => id)
  return (
    <th scope="col">
      <div className="flex gap-3 max-sm:items-center sm:block">
        <Picture className="aspect-4/5 w-10 shrink-0 sm:w-28" picture={oil.picture} sizes="112px" isDecoration isLead />
        <div className="sm:mt-3">
          <Link
            className="display block text-[1.15rem] leading-tight hover:text-amber sm:text-[1.35rem]"
            to={paths.product(oil.id)}
          >
            {oil.name}
          </Link>
          <RatingLine className="mt-1 max-sm:hidden!" rating={oil.rating} />
          <p>
            <Link
              className="inline-flex min-h-6 items-center text-fine text-soft underline underline-offset-4 hover:text-ink"
              to={paths.compare(others)}
              preventScrollReset
            >
              Remove<span className="sr-only"> {oil.name}</span>
            </Link>
          </p>
        </div>
      </div>
    </th>
  )
}

function Row({ label, cells }: { label: string; cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a cell has no name but its column
        <td key={index}>{cell || <NotStated />}</td>
      ))}
    </tr>
  )
}

function NotStated() {
  return (
    <span className="text-soft">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not listed</span>
    </span>
  )
}

function Sizes({ oil }: { oil: ProductDetail }) {
  return (
    <>
      <ul className="grid gap-2 tabular-nums">
        {compareSizes(oil).map(({ size, label, centsPerOunce, lasts }) => (
          <li key={label}>
            <b className="font-medium">
              {label} <Price product={oil} size={size} />
            </b>
            {isSoldOut(oil, size) && <span className="text-soft"> · sold out for now</span>}
            {centsPerOunce !== undefined && (
              <span className="block text-small text-soft">{formatCents(centsPerOunce)} / oz</span>
            )}
            {lasts && <span className="block text-small text-soft">Lasts {lasts}</span>}
          </li>
        ))}
      </ul>
      <Marks {...oil} />
      <p className="mt-2 text-fine text-soft">Based on {habitText(oil)}.</p>
    </>
  )
}

type IngredientsProps = { oil: ProductDetail; common: ReadonlySet<string>; count: number }

function Ingredients({ oil, common, count }: IngredientsProps) {
  if (oil.ingredients.length === 0) return <NotStated />
  return (
    <ul className="grid gap-1">
      {oil.ingredients.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            className="underline decoration-line underline-offset-4 hover:decoration-ink"
            to={paths.ingredient(slug)}
          >
            {name}
          </Link>
          {common.has(slug) && (
            <span className="ml-1.5 inline-flex items-center gap-1 rounded-pill bg-sage px-2 text-fine text-on-sage">
              <Icon name="check" className="size-3" />
              in {count === 2 ? 'both' : 'all'}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
