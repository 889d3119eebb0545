import { data, Link } from 'react-router'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Page not found', description: '', isHidden: true })

export function loader({ context, url }: Route.LoaderArgs) {
  context.get(pageContext).logMissing(url.pathname)
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="wrap py-band text-center">
      <p className="eyebrow">404</p>
      <h1 className="mt-3">Oops! Page not found</h1>
      <p className="mx-auto mt-5 max-w-md text-lead text-soft">
        It may have moved, or the address has a slip in it. The oils are where they were.
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-6">
        <Link className="button" to={paths.home()}>
          Return to Home
        </Link>
        <Link className="underlined self-center" to={paths.shopAll()}>
          Shop All
        </Link>
      </p>
    </div>
  )
}
