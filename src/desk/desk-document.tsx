import type { ReactNode } from 'react'
import { isAtLeast, ROLE_NAMES, type Role } from '#domain/operators/roles.ts'
import { deskPaths } from './desk-paths.ts'
import {
  type BadgeCounts,
  BADGES,
  badgeText,
  type BadgeSection,
  IN_BOTTOM_BAR,
  NAVIGATION,
  type NavigationEntry,
  type Section,
} from './navigation.ts'
import { AlertBanner } from './ui/alert-banner.tsx'
import { DeskIcon } from './ui/desk-icon.tsx'
import { type Flash, FlashMessage } from './ui/flash-message.tsx'

export type DeskAssets = { script: string; styles: string; fonts: string[] }

type DeskDocumentProps = {
  title: string
  section: Section | undefined
  operator: { email: string; role: Role } | undefined
  flash: Flash | undefined
  /** Counts of waiting work; undefined if not counted. */
  badges?: BadgeCounts | undefined
  /** Stream position when it was rendered, see live.ts; omitted for visitors who have not signed in. */
  renderedAt: string
  assets: DeskAssets
  children: ReactNode
}

/** The layout of every page of the desk. Without an operator it is a plain page without navigation. */
export function DeskDocument(props: DeskDocumentProps) {
  const { title, section, operator, flash, badges, renderedAt, assets, children } = props
  const entries = operator ? NAVIGATION.filter(({ least }) => isAtLeast(operator.role, least)) : []
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" content="#f6f0e6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161b16" media="(prefers-color-scheme: dark)" />
        <title>{`${title} · Bloomera desk`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/desk.webmanifest" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={assets.styles} />
        <script type="module" src={assets.script} />
      </head>
      <body className={operator ? 'desk' : 'desk-door'} data-rendered-at={operator && renderedAt}>
        <a className="skip-link button" href="#main">
          Skip to content
        </a>
        {operator && <SideBar entries={entries} section={section} badges={badges} operator={operator} />}
        <main id="main" className="desk-main" tabIndex={-1}>
          {operator && <AlertBanner count={badges?.money ?? 0} />}
          {flash && (
            <div className="flash-place">
              <FlashMessage flash={flash} />
            </div>
          )}
          {children}
        </main>
        {operator && <BottomBar entries={entries} section={section} badges={badges} />}
      </body>
    </html>
  )
}

type BarProps = { entries: readonly NavigationEntry[]; section: Section | undefined; badges: BadgeCounts | undefined }

function SideBar({ entries, section, badges, operator }: BarProps & { operator: { email: string; role: Role } }) {
  return (
    <header className="side-bar">
      <a className="display text-[1.9rem] leading-none" href={deskPaths.today()}>
        Bloomera <span className="sr-only">desk</span>
      </a>
      <a className="jump-link" href={deskPaths.jump()} data-jump>
        Search <kbd>Ctrl K</kbd>
      </a>
      <nav aria-label="Desk" className="mt-4 grid gap-0.5">
        {entries.map((entry) => (
          <NavigationLink key={entry.section} entry={entry} isCurrent={entry.section === section} badges={badges} />
        ))}
      </nav>
      <div className="mt-auto text-fine text-soft">
        <p className="truncate" title={operator.email}>
          {operator.email}
        </p>
        <p>{ROLE_NAMES[operator.role].name}</p>
        <p className="mt-3 flex gap-4">
          <a className="underlined" href="/">
            See the shop
          </a>
        </p>
      </div>
    </header>
  )
}

function BottomBar({ entries, section, badges }: BarProps) {
  const rest = entries.length > IN_BOTTOM_BAR + 1 ? entries.slice(IN_BOTTOM_BAR) : []
  return (
    <nav className="bottom-bar" aria-label="Desk">
      {entries.slice(0, entries.length - rest.length).map((entry) => (
        <NavigationLink key={entry.section} entry={entry} isCurrent={entry.section === section} badges={badges} />
      ))}
      {rest.length > 0 && (
        <details className="more">
          <summary className="nav-link">
            <DeskIcon name="more" />
            More
          </summary>
          <div className="more-sheet">
            <a className="nav-link" href={deskPaths.jump()} data-jump>
              <DeskIcon name="find" />
              Search
            </a>
            {rest.map((entry) => (
              <NavigationLink key={entry.section} entry={entry} isCurrent={entry.section === section} badges={badges} />
            ))}
          </div>
        </details>
      )}
    </nav>
  )
}

type LinkProps = { entry: NavigationEntry; isCurrent: boolean; badges: BadgeCounts | undefined }

function NavigationLink({ entry, isCurrent, badges }: LinkProps) {
  return (
    <a className="nav-link" href={entry.href} aria-current={isCurrent ? 'page' : undefined}>
      <DeskIcon name={entry.icon} />
      {entry.label}
      {hasBadge(entry.section) && badges && <Badge section={entry.section} count={badges[entry.section]} />}
    </a>
  )
}

/** live.ts keeps its number up to date. */
function Badge({ section, count }: { section: BadgeSection; count: number }) {
  return (
    <span className="nav-badge" data-badge={section} hidden={count === 0}>
      <span>{badgeText(count)}</span> <span className="sr-only">{BADGES[section]}</span>
    </span>
  )
}

function hasBadge(section: Section): section is BadgeSection {
  return section in BADGES
}
