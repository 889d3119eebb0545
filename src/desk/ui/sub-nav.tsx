type SubNavProps<Place extends string> = {
  label: string
  places: readonly (readonly [name: Place, href: string])[]
  current: Place
}

/** The screens of one section, above their common head. */
export function SubNav<Place extends string>({ label, places, current }: SubNavProps<Place>) {
  return (
    <nav aria-label={label} className="sub-nav">
      {places.map(([name, href]) => (
        <a key={name} className="chip" href={href} aria-current={name === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
