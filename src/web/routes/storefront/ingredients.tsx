import { data, Link } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { asDecoration, INGREDIENT_GROUPS, type Ingredient } from '#domain/catalogue/product.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import italicFont from '#web/fonts/cormorant-garamond-italic.woff2?url'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { LeftOutMark } from '#web/profile/marks.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/ingredients.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

/** Every entry starts with a line in italics; a font that loads later would shift it. */
export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: italicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Ingredient Glossary',
    description:
      'The plants in our oils: what each is rich in, what it does for the look and feel of skin, and which oils contain it.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.ingredients(), 'catalogue')
  const loaded = await loadOrFail(page, url, () => page.services.catalog.listIngredients())
  return data({ picture: asDecoration(renderedPicture('ingredients')), ...loaded.data }, loaded.init ?? undefined)
}

export default function Ingredients({ loaderData: { value: ingredients, picture } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Plant by plant"
        title="Ingredient Glossary"
        lead="What each one is rich in, what it does for the look and feel of skin, and which of our oils contain it."
        picture={picture}
      />
      {!ingredients && <LoadFailed message={PAGE_MESSAGES.productsFailed} />}
      {ingredients && <LetterIndex ingredients={ingredients} />}
      <ul className="wrap grid gap-x-gutter gap-y-10 pt-10 sm:grid-cols-2 lg:grid-cols-3">
        {ingredients?.map((ingredient) => (
          <li
            className="scroll-mt-6 target:bg-paper target:outline-8 target:outline-paper"
            id={ingredient.slug}
            key={ingredient.slug}
          >
            <IngredientCard ingredient={ingredient} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Navigation: a letter links to its first entry, a name to its page. */
function LetterIndex({ ingredients }: { ingredients: readonly Ingredient[] }) {
  const byLetter = Map.groupBy(ingredients, ({ name }) => name.charAt(0).toUpperCase())
  return (
    <nav className="border-b border-line" aria-label="Glossary">
      <dl className="wrap grid gap-x-gutter py-4 text-small sm:grid-cols-2 lg:grid-cols-3">
        {[...byLetter].map(([letter, entries]) => (
          <div className="flex items-baseline gap-3" key={letter}>
            <dt>
              <a
                className="display block min-w-8 py-1 text-[1.5rem] text-amber hover:underline"
                href={`#${entries[0]?.slug}`}
                aria-label={`To ${letter}`}
              >
                {letter}
              </a>
            </dt>
            <dd className="flex flex-wrap gap-x-4">
              {entries.map(({ slug, name }) => (
                <Link
                  className="py-1.5 text-soft hover:text-ink hover:underline"
                  to={paths.ingredient(slug)}
                  key={slug}
                >
                  {name}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </nav>
  )
}

function IngredientCard({ ingredient }: { ingredient: Ingredient }) {
  const { slug, name, inci, summary, richIn, benefits, properties, groups, products } = ingredient
  return (
    <article className="flex h-full flex-col border-t border-line pt-5">
      <div className="grid grid-cols-[1fr_6rem] gap-4">
        <div>
          <p className="text-fine text-soft italic">{inci}</p>
          <h2 className="mt-1 text-title">
            <Link className="hover:text-amber" to={paths.ingredient(slug)}>
              {name}
            </Link>
          </h2>
          <p className="display mt-2 text-[1.3rem] leading-snug text-bark italic">{summary}</p>
        </div>
        <img
          className="h-30 w-24"
          src={`/botanicals/${slug}.svg`}
          width={160}
          height={200}
          alt={`Line drawing: ${name}`}
          loading="lazy"
          decoding="async"
        />
      </div>
      <LeftOutMark groups={groups} />
      <dl className="mt-4 grid gap-3 text-small">
        {[
          ['Rich In', richIn],
          ['Benefits', benefits],
          ['Properties', properties],
        ].map(([term, text]) => (
          <div key={term}>
            <dt className="eyebrow">{term}</dt>
            <dd className="mt-0.5">{text}</dd>
          </div>
        ))}
        <div>
          <dt className="eyebrow">In our oils</dt>
          <dd className="mt-0.5">
            {products.map((product, index) => (
              <span key={product.id}>
                {index > 0 && ', '}
                <Link
                  className="underline decoration-line underline-offset-4 hover:decoration-ink"
                  to={paths.product(product.id)}
                >
                  {product.name}
                </Link>
              </span>
            ))}
          </dd>
        </div>
      </dl>
      {groups.map((group) => (
        <p className="mt-3 text-small" key={group}>
          <Link className="underlined text-soft" to={paths.shopAll({ without: [group] })}>
            Shop without {INGREDIENT_GROUPS[group].toLowerCase()}
            <span className="sr-only">, as in {name}</span>
          </Link>
        </p>
      ))}
    </article>
  )
}
