import { Link, NavLink, useLocation } from 'react-router'
import type { MenuEntry } from '#domain/catalogue/collections.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { CART_DIALOG } from '#web/cart/cart-drawer.tsx'
import { paths } from '#web/paths.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { opens } from '#web/ui/dialog-command.ts'
import { Icon } from '#web/ui/icon.tsx'
import { HeaderFold } from './header-fold.tsx'
import { shopLinks } from './shop-links.ts'
import { HEADER_BAR, useStickyHeader } from './sticky-header.ts'

const GUIDES = [
  { to: paths.routineGuide(), name: 'Routine Guide' },
  { to: paths.productGuide(), name: 'Product Guide' },
  { to: paths.ingredients(), name: 'Glossary' },
  { to: paths.contact(), name: 'Contact' },
]

type NavigationLinks = readonly { to: string; name: string }[]

export function Header({ announcement, menu }: { announcement: string; menu: readonly MenuEntry[] }) {
  const links = [...shopLinks(menu), ...GUIDES]
  useStickyHeader()
  return (
    <>
      <a className="skip-link button" href="#main">
        Skip to content
      </a>
      {/* Without a box: the bar sticks to the page, not to the header. */}
      <header className="contents">
        <p className="bg-band px-4 py-2 text-center text-fine tracking-[0.08em] text-on-band">{announcement}</p>
        <div className="header-bar" id={HEADER_BAR}>
          <div className="wrap relative flex items-center justify-between gap-4 py-3 lg:grid lg:grid-cols-[1fr_auto_1fr]">
            <Link className="display text-[2rem] tracking-[0.01em]" to={paths.home()}>
              Bloomera
            </Link>
            <nav className="hidden lg:block" aria-label="Main">
              <ul className="flex gap-5 text-small xl:gap-6">
                {links.map(({ to, name }) => (
                  <li key={to}>
                    <NavLink
                      className="block border-b border-transparent py-2 whitespace-nowrap hover:border-line aria-[current=page]:border-honey forced-colors:not-aria-[current=page]:border-[Canvas]"
                      to={to}
                      end
                    >
                      {name}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="flex items-center justify-self-end">
              <SearchBox />
              <CartButton />
              <MobileMenu links={links} />
            </div>
          </div>
        </div>
      </header>
    </>
  )
}

function CartButton() {
  const { count, drawer } = useCart()
  return (
    <button
      className="relative flex size-11 items-center justify-center"
      type="button"
      {...opens(CART_DIALOG, drawer.open)}
    >
      <span className="sr-only">Cart, {count === 1 ? '1 item' : `${count} items`}</span>
      <Icon name="bag" />
      {count > 0 && (
        <b
          className="absolute top-1 right-0.5 min-w-[18px] rounded-pill bg-honey px-1 text-center text-on-honey text-[0.7rem] leading-[18px] font-medium"
          aria-hidden="true"
        >
          {count}
        </b>
      )}
    </button>
  )
}

/** Closes on navigation. */
function MobileMenu({ links }: { links: NavigationLinks }) {
  const { key } = useLocation()
  return (
    <HeaderFold className="lg:hidden" label="Menu" icon="menu" key={key}>
      <nav className="absolute inset-x-0 top-full z-30 border-y border-line bg-paper shadow-xl" aria-label="Menu">
        <ul className="wrap py-3">
          {links.map(({ to, name }) => (
            <li className="border-b border-line last:border-0" key={to}>
              <NavLink className="display block py-3 text-[1.5rem] aria-[current=page]:text-amber" to={to} end>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </HeaderFold>
  )
}
