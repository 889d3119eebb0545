import type { TypedPlace } from '#domain/text/typed-by-hand.ts'

/** Warns of texts that won't follow a change, with a link to each. */
export function TypedByHand({ places }: { places: readonly TypedPlace[] }) {
  if (places.length === 0) return undefined
  return (
    <section className="warning" aria-label="Typed by hand">
      <p>These texts were typed by hand. They won’t follow:</p>
      <ul>
        {places.map(({ name, href, phrase }) => (
          <li key={href}>
            “{phrase}” in{' '}
            <a className="underlined" href={href}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
