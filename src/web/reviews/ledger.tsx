import { ledgerText, MODERATION_CRITERIA, type ReviewLedger, WITHHOLDING_REASONS } from '#domain/reviews/moderation.ts'

/** What came in, what happened to it, and the rules, so that visitors can check our claims (16 CFR 465.7). */
export function Ledger({ ledger }: { ledger: ReviewLedger }) {
  return (
    <section className="mt-band border-t border-line pt-8" aria-labelledby="ledger">
      <h2 className="text-[2.1rem]" id="ledger">
        How we choose what appears
      </h2>
      <p className="mt-4 text-lead tabular-nums">{ledgerText(ledger)}</p>
      <p className="mt-4 max-w-2xl text-bark">
        A person reads every review, and every one appears unless one of these rules forbids it. The same rules apply to
        five stars and one. We never change a rating or a word; personal data is visibly redacted.
      </p>
      <dl className="mt-5 grid max-w-3xl gap-x-6 gap-y-2 sm:grid-cols-[12rem_1fr]">
        {WITHHOLDING_REASONS.map((reason) => (
          <div className="contents" key={reason}>
            <dt className="font-medium first-letter:uppercase">{MODERATION_CRITERIA[reason].name}</dt>
            <dd className="mb-2 text-soft sm:mb-0">{MODERATION_CRITERIA[reason].rule}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 max-w-2xl text-small text-soft">
        “Verified purchase” means that we matched it to an order in our records that includes the oil.
      </p>
    </section>
  )
}
