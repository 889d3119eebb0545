import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { SETTINGS_GROUPS, type SettingsPlace } from '#desk/settings-places.ts'
import { ScreenHead } from '#desk/ui/screen.tsx'

type SettingsFrameProps = {
  place: SettingsPlace
  title: string
  lead?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** Every settings screen: the way to the others beside it, or on a phone the way back to the list. */
export function SettingsFrame({ place, title, lead, action, children }: SettingsFrameProps) {
  return (
    <>
      <p className="settings-back">
        <a href={deskPaths.settings()}>
          <span aria-hidden="true">‹</span> Settings
        </a>
      </p>
      <ScreenHead title={title} lead={lead}>
        {action}
      </ScreenHead>
      <div className="settings">
        <nav className="settings-nav" aria-label="Settings">
          {SETTINGS_GROUPS.map((group) => (
            <div key={group.title}>
              <p className="hint">{group.title}</p>
              <ul>
                {group.places.map(({ place: each, label, href }) => (
                  <li key={each}>
                    <a href={href} aria-current={each === place ? 'page' : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  )
}
