import { deskPaths } from '#desk/desk-paths.ts'
import type { PageClaim } from '#domain/texts/page-claims.ts'
import { type TextKey, textPage } from '#domain/texts/text-pages.ts'
import { counted } from '#domain/time/display.ts'

type PublishQuestionProps = {
  page: TextKey
  claims: readonly PageClaim[]
  /** Sent again once confirmed. */
  fields: Readonly<Record<string, string>>
}

/** Asked before a claim is published that a cosmetic may not make. The draft is saved already. */
export function PublishQuestion({ page, claims, fields }: PublishQuestionProps) {
  return (
    <form method="post" action={deskPaths.publishTexts(page)} className="mx-auto max-w-2xl py-10">
      <h1>Publish {counted(claims.length, 'claim')}?</h1>
      <p className="mt-4 text-soft">
        A cosmetic may not say this. The draft of {textPage(page).title} is saved; shoppers don’t see it yet.
      </p>
      <ul className="claims mt-6 text-base">
        {claims.map(({ section, phrase, why, suggestion }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same words may be found twice
          <li key={index}>
            <mark>{phrase}</mark> {why} {suggestion} <span className="hint">In {section}.</span>
          </li>
        ))}
      </ul>
      {Object.entries({ ...fields, claims: 'yes' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mt-8 flex flex-wrap gap-3">
        <a className="button" href={deskPaths.texts(page)}>
          Change the words
        </a>
        <button type="submit" className="button button-quiet">
          Publish anyway
        </button>
      </p>
    </form>
  )
}
