import { deskPaths } from '#desk/desk-paths.ts'
import { SETTINGS_GROUPS, type SettingsPlace } from '#desk/settings-places.ts'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'

type SettingsHomeProps = {
  /** One line for each. */
  values: Record<SettingsPlace, string>
  /** Shows only what contains these words. */
  search: string
}

export function SettingsHome({ values, search }: SettingsHomeProps) {
  const groups = SETTINGS_GROUPS.map(({ title, places }) => ({
    title,
    places: places.filter(({ place, label }) => isFound(search, `${title} ${label} ${values[place]}`)),
  })).filter(({ places }) => places.length > 0)
  return (
    <>
      <ScreenHead title="Settings" />
      <form method="get" action={deskPaths.settings()} role="search" className="settings-search">
        <input
          type="search"
          name="q"
          className="field"
          aria-label="Search settings"
          placeholder="Search settings"
          defaultValue={search}
          autoComplete="off"
        />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      {groups.length === 0 && <Empty>No setting matches “{search}”.</Empty>}
      <nav className="settings-list" aria-label="All settings">
        {groups.map(({ title, places }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {places.map(({ place, label, href }) => (
                <li key={place}>
                  <a href={href}>
                    <span>{label}</span>
                    <small>{values[place]}</small>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  )
}

function isFound(search: string, text: string): boolean {
  const plain = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word))
}
