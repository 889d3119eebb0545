import { POLICIES } from '#domain/policies/policy.ts'
import { pageContext } from '#web/context.ts'
import { loadPolicy } from '#web/policies/load-policy.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/shipping-returns.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: POLICIES['shipping-returns'],
    description: 'Bloomera: shipping prices, free shipping and how returns work.',
  })

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPolicy(context.get(pageContext), url, 'shipping-returns')
}

export default function ShippingReturns({ loaderData }: Route.ComponentProps) {
  return <PolicyPage slug="shipping-returns" value={loaderData.value} />
}
