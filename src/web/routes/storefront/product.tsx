import { data, isRouteErrorResponse, Link } from 'react-router'
import { formatCents } from '#domain/money.ts'
import { offeredSizes } from '#domain/sizes.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/product.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.product.name} | Bloomera` : 'Product Not Found | Bloomera' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tags } = context.get(pageContext)
  const product = await services.catalog.findBySlug(params.slug)
  if (!product) throw data(null, { status: 404 })
  tags.add(`product:${product.id}`).add(`reviews:${product.id}`)
  return { product }
}

export default function Product({ loaderData: { product } }: Route.ComponentProps) {
  const { pricing } = product
  return (
    <article className="wrap grid gap-gutter py-8 md:grid-cols-2">
      <div className="aspect-4/5 bg-linen" />
      <div>
        <p className="eyebrow">{product.category}</p>
        <h1 className="mt-2">{product.name}</h1>
        <p className="mt-4 text-lead text-bark">{product.shortDescription}</p>
        {pricing.kind === 'sized' ? (
          <ul className="mt-6 grid gap-3">
            {offeredSizes(pricing).map((size) => (
              <li className="flex justify-between border border-line bg-paper p-4" key={size}>
                <span>{size}</span>
                <strong className="font-medium">{formatCents(pricing.prices[size] ?? 0)}</strong>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-6 flex justify-between border border-line bg-paper p-4">
            <span>{pricing.info}</span>
            <strong className="font-medium">{formatCents(pricing.priceCents)}</strong>
          </p>
        )}
      </div>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <div className="wrap py-band text-center">
      <h1>Product Not Found</h1>
      <p className="mt-5 text-lead text-soft">The product you're looking for doesn't exist</p>
      <p className="mt-8">
        <Link className="button" to={paths.home()}>
          Return to Shop
        </Link>
      </p>
    </div>
  )
}
