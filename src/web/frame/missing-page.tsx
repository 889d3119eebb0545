import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

export function MissingPage() {
  return (
    <div className="wrap py-band text-center">
      <p className="eyebrow">404</p>
      <h1 className="mt-3">Oops! Page not found</h1>
      <p className="mx-auto mt-5 max-w-md text-lead text-soft">
        It may have moved, or the address has a typo. The oils are right where they were.
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-6">
        <Link className="button" to={paths.home()}>
          Return to Home
        </Link>
        <Link className="underlined self-center" to={paths.shopAll()}>
          Shop All
        </Link>
        <Link className="underlined self-center" to={paths.skinFinder()}>
          Skin Finder
        </Link>
      </p>
    </div>
  )
}
