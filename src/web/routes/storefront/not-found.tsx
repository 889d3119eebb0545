import { data } from 'react-router'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Page not found', description: '', isHidden: true })

export function loader({ context }: Route.LoaderArgs) {
  context.get(pageContext).shareMissing()
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundPage />
}
