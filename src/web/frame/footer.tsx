import { Link } from 'react-router'
import type { ShopFacts } from '#server/env.ts'
import { NewsletterForm } from '#web/newsletter/newsletter-form.tsx'
import { paths } from '#web/paths.ts'

export function Footer({ shop }: { shop: ShopFacts }) {
  return (
    <footer className="mt-band bg-linen py-16">
      <div className="wrap flex flex-wrap justify-between gap-8">
        <div>
          <Link className="display text-[2rem] tracking-[0.01em]" to={paths.home()}>
            Bloomera
          </Link>
          <p className="mt-1">Botanical oils, blended in Utah.</p>
        </div>
        <div className="w-full max-w-sm">
          <p>Ten percent off a first order, by letter.</p>
          <NewsletterForm source="footer" />
        </div>
        <address className="text-soft not-italic">
          <a className="block py-1 hover:text-ink" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>
          <a className="block py-1 hover:text-ink" href={`tel:${shop.phone.replaceAll(/[^+\d]/g, '')}`}>
            {shop.phone}
          </a>
        </address>
      </div>
    </footer>
  )
}
