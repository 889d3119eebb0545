import { POLICIES } from '#domain/policies/policy.ts'
import { pageContext } from '#web/context.ts'
import { loadPolicy } from '#web/policies/load-policy.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/terms-of-service.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: POLICIES['terms-of-service'],
    description: 'Bloomera: the terms under which you buy from us.',
  })

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPolicy(context.get(pageContext), url, 'terms-of-service')
}

export default function TermsOfService({ loaderData }: Route.ComponentProps) {
  return <PolicyPage slug="terms-of-service" value={loaderData.value} />
}
