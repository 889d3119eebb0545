import { Link } from 'react-router'
import type { Texts } from '#domain/texts/text-pages.ts'
import { Words } from '#web/texts/words.tsx'

export type FirstAnswer = { to: string; label: string }

/** The skin finder starts here: each answer links to its second question. */
export function FinderBand({ answers, words }: { answers: readonly FirstAnswer[]; words: Texts<'home'>['finder'] }) {
  return (
    <section className="wrap pt-band" aria-labelledby="finder">
      <div className="bg-linen px-gutter py-10 sm:px-12">
        <p className="eyebrow">{words.eyebrow}</p>
        <h2 className="mt-2" id="finder">
          <Words text={words.title} />
        </h2>
        <p className="mt-3 text-soft">
          <Words text={words.text} />
        </p>
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
