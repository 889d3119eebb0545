import { Link } from 'react-router'
import type { ShopFacts } from '#contract/shop-facts.ts'
import type { MenuEntry } from '#domain/catalogue/collections.ts'
import { NewsletterForm } from '#web/newsletter/newsletter-form.tsx'
import { paths } from '#web/paths.ts'
import { SkinProfileButton } from '#web/profile/skin-profile-button.tsx'
import { shopLinks } from './shop-links.ts'
import { telephoneLink } from './telephone-link.ts'
import { useStayOffline } from './use-stay-offline.ts'
// Shown when offline, so it has to be loaded beforehand.
import './page-failed.tsx'

const LEARN = [
  { to: paths.skinFinder(), name: 'Skin Finder' },
  { to: paths.routineGuide(), name: 'Routine Guide' },
  { to: paths.productGuide(), name: 'Product Guide' },
  { to: paths.ingredients(), name: 'Glossary' },
  { to: paths.reviews(), name: 'Reviews' },
  { to: paths.about(), name: 'About' },
]
const FAQ = { to: paths.faq(), name: 'Questions & Answers' }
const LEGAL = [
  { to: paths.policy('privacy-policy'), name: 'Privacy Policy' },
  { to: paths.policy('terms-of-service'), name: 'Terms of Service' },
  { to: paths.policy('shipping-returns'), name: 'Shipping & Returns' },
  { to: paths.accessibility(), name: 'Accessibility' },
]

type FooterProps = { shop: ShopFacts; menu: readonly MenuEntry[]; hasFaq: boolean }

export function Footer({ shop, menu, hasFaq }: FooterProps) {
  useStayOffline()
  return (
    <footer className="mt-band bg-linen">
      <div className="wrap grid grid-cols-2 gap-x-gutter gap-y-10 py-16 md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-3 lg:col-span-1">
          <Link className="display text-[2rem] tracking-[0.01em]" to={paths.home()}>
            Bloomera
          </Link>
          <p className="mt-1">Botanical oils, blended in Utah.</p>
          <div className="mt-6 max-w-sm">
            <p className="first-order-only text-small text-soft">Get 10% off your first order. Emails now and then.</p>
            <p className="returning-only text-small text-soft">Emails now and then: new harvests, how to use them.</p>
            <NewsletterForm source="footer" />
          </div>
        </div>
        <LinkList title="Shop" links={shopLinks(menu)} />
        <LinkList title="Learn" links={hasFaq ? [...LEARN, FAQ] : LEARN} />
        <section className="col-span-2 md:col-span-1" aria-labelledby="footer-contact">
          <h2 className="font-text text-base font-medium tracking-normal" id="footer-contact">
            Contact
          </h2>
          <ul className="mt-2 text-soft">
            <li>
              <a className="block py-1.5 hover:text-ink" href={`mailto:${shop.email}`}>
                {shop.email}
              </a>
            </li>
            <li>
              <a className="block py-1.5 hover:text-ink" href={telephoneLink(shop.phone)}>
                {shop.phone}
              </a>
            </li>
            {shop.social.map(({ name, url }) => (
              <li key={name}>
                <a className="block py-1.5 hover:text-ink" href={url} rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
            <li>
              <Link className="block py-1.5 hover:text-ink" to={paths.contact()}>
                Hours and help
              </Link>
            </li>
            <li>
              <Link className="block py-1.5 hover:text-ink" to={paths.order()}>
                Track an order
              </Link>
            </li>
          </ul>
        </section>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5 text-small text-soft">
          <p>Cosmetics for the look and feel of skin and hair. Not medicine.</p>
          <ul className="flex flex-wrap gap-x-6">
            {LEGAL.map(({ to, name }) => (
              <li key={to}>
                <Link className="block py-1.5 hover:text-ink" to={to}>
                  {name}
                </Link>
              </li>
            ))}
            <li className="[@media(scripting:none)]:hidden">
              <SkinProfileButton className="block py-1.5 hover:text-ink" />
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}

function LinkList({ title, links }: { title: string; links: { to: string; name: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-text text-base font-medium tracking-normal">{title}</h2>
      <ul className="mt-2 text-soft">
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link className="block py-1.5 hover:text-ink" to={to}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
