import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

export function Header() {
  return (
    <>
      <a className="button sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50" href="#main">
        Skip to content
      </a>
      <header>
        <p className="bg-forest px-4 py-2 text-center text-fine tracking-[0.08em] text-bone">
          Free Shipping on Orders Over $75
        </p>
        <div className="wrap flex items-center py-4">
          <Link className="display text-[2rem] tracking-[0.01em]" to={paths.home()}>
            Bloomera
          </Link>
        </div>
      </header>
    </>
  )
}
