import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { ScreenHead } from '#desk/ui/screen.tsx'

const PLACES = [
  ['Products', deskPaths.products()],
  ['Home page', deskPaths.featured()],
  ['Ingredients', deskPaths.ingredients()],
  ['Banner', deskPaths.banner()],
  ['Policies', deskPaths.policies()],
  ['Import', deskPaths.importProducts()],
] as const

export type CataloguePlace = (typeof PLACES)[number][0]

type CatalogueHeadProps = {
  place: CataloguePlace
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** The header of every catalog screen, with links to the others. */
export function CatalogueHead({ place, title, lead, children }: CatalogueHeadProps) {
  return (
    <>
      <nav aria-label="Catalogue" className="sub-nav">
        {PLACES.map(([name, href]) => (
          <a key={name} className="chip" href={href} aria-current={name === place ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <ScreenHead title={title} lead={lead}>
        {children}
      </ScreenHead>
    </>
  )
}
