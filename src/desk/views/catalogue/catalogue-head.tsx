import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { ScreenHead } from '#desk/ui/screen.tsx'
import { SubNav } from '#desk/ui/sub-nav.tsx'

const PLACES = [
  ['Products', deskPaths.products()],
  ['Collections', deskPaths.collections()],
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
      <SubNav label="Products" places={PLACES} current={place} />
      <ScreenHead title={title} lead={lead}>
        {children}
      </ScreenHead>
    </>
  )
}
