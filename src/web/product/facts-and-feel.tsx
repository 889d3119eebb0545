import type { FactRow } from '#domain/catalogue/fact-rows.ts'
import type { FeelMoment } from '#domain/catalogue/feel.ts'

/** Facts for comparing oils, next to how this one feels. What the owner hasn't filled in is left out. */
export function FactsAndFeel({ rows, moments }: { rows: readonly FactRow[]; moments: readonly FeelMoment[] }) {
  const isPair = rows.length > 0 && moments.length > 0
  if (rows.length === 0 && moments.length === 0) return null
  return (
    <div className={`wrap grid gap-x-16 gap-y-14 pt-band ${isPair ? 'lg:grid-cols-[1fr_1.4fr]' : ''}`}>
      {rows.length > 0 && <Facts rows={rows} isAlone={!isPair} />}
      {moments.length > 0 && <Feel moments={moments} />}
    </div>
  )
}

function Facts({ rows, isAlone }: { rows: readonly FactRow[]; isAlone: boolean }) {
  return (
    <section aria-labelledby="facts">
      <h2 className="text-row" id="facts">
        The facts
      </h2>
      <dl className={isAlone ? 'facts md:columns-2 md:gap-16' : 'facts'}>
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Feel({ moments }: { moments: readonly FeelMoment[] }) {
  return (
    <section className="flex flex-col" aria-labelledby="feel">
      <h2 className="text-row" id="feel">
        How it feels
      </h2>
      <ol className="feel mt-6">
        {moments.map(({ minute, title, text }) => (
          <li key={minute}>
            <span className={`feel-drop feel-${minute}`} />
            <div>
              <p className="text-small font-medium text-amber">Minute {minute}</p>
              <h3 className="mt-1 text-[1.5rem]">{title}</h3>
              {text && <p className="mt-2 text-small text-soft">{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
