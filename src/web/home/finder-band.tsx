import { Link } from 'react-router'

export type FirstAnswer = { to: string; label: string }

/** The skin finder begins here: each answer leads to its second question. */
export function FinderBand({ answers }: { answers: readonly FirstAnswer[] }) {
  return (
    <section className="wrap pt-band" aria-labelledby="finder">
      <div className="bg-linen px-gutter py-10 sm:px-12">
        <p className="eyebrow">Skin finder</p>
        <h2 className="mt-2" id="finder">
          What would you like to change?
        </h2>
        <p className="mt-3 text-soft">Four questions, then a routine with the reason for each oil. We keep nothing.</p>
        <ul className="mt-6 flex flex-wrap gap-3">
          {answers.map(({ to, label }) => (
            <li key={to}>
              <Link
                className="flex min-h-11 items-center rounded-pill border border-edge bg-paper px-5 hover:border-ink"
                to={to}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
