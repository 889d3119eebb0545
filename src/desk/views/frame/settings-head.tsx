import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { ScreenHead } from '#desk/ui/screen.tsx'
import { SubNav } from '#desk/ui/sub-nav.tsx'

const PLACES = [
  ['Shipping', deskPaths.shippingSettings()],
  ['Tax rates', deskPaths.taxSettings()],
  ['Payments', deskPaths.paymentSettings()],
] as const

export type SettingsPlace = (typeof PLACES)[number][0]

type SettingsHeadProps = { place: SettingsPlace; title: string; lead?: ReactNode; children?: ReactNode }

/** The head of every settings screen, with the way to the others. */
export function SettingsHead({ place, title, lead, children }: SettingsHeadProps) {
  return (
    <>
      <SubNav label="Settings" places={PLACES} current={place} />
      <ScreenHead title={title} lead={lead}>
        {children}
      </ScreenHead>
    </>
  )
}
