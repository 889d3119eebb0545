import { POLICIES } from '#domain/policies/policy.ts'
import { pageContext } from '#web/context.ts'
import { loadPolicy } from '#web/policies/load-policy.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/privacy-policy.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: POLICIES['privacy-policy'],
    description: 'Bloomera: what we store, for how long, and what we never see.',
  })

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPolicy(context.get(pageContext), url, 'privacy-policy')
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <PolicyPage slug="privacy-policy" value={loaderData.value} />
}
