import { data, Link } from 'react-router'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Page not found | Bloomera' }]

export function loader({ context, url }: Route.LoaderArgs) {
  context.get(pageContext).logMissing(url.pathname)
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="wrap py-band text-center">
      <p className="eyebrow">404</p>
      <h1 className="mt-3">Oops! Page not found</h1>
      <p className="mt-8">
        <Link className="button" to={paths.home()}>
          Return to Home
        </Link>
      </p>
    </div>
  )
}
