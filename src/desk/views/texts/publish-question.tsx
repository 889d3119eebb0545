import { deskPaths } from '#desk/desk-paths.ts'
import type { PageClaim } from '#domain/texts/page-claims.ts'
import type { PageLink } from '#domain/texts/page-links.ts'
import { type TextKey, textPage } from '#domain/texts/text-pages.ts'
import { counted } from '#domain/time/display.ts'

type PublishQuestionProps = {
  page: TextKey
  claims: readonly PageClaim[]
  /** Links to pages that don't exist. */
  deadLinks: readonly PageLink[]
  /** Sent again once confirmed. */
  fields: Readonly<Record<string, string>>
}

/** Asked before a claim that a cosmetic may not make, or a broken link, is published. The draft is saved already. */
export function PublishQuestion({ page, claims, deadLinks, fields }: PublishQuestionProps) {
  const found = [
    ...(claims.length > 0 ? [counted(claims.length, 'claim')] : []),
    ...(deadLinks.length > 0 ? [counted(deadLinks.length, 'broken link')] : []),
  ]
  // A yes to one is not a yes to the other.
  const confirmed = { ...(claims.length > 0 && { claims: 'yes' }), ...(deadLinks.length > 0 && { links: 'yes' }) }
  return (
    <form method="post" action={deskPaths.publishTexts(page)} className="mx-auto max-w-2xl py-10">
      <h1>Publish {found.join(' and ')}?</h1>
      <p className="mt-4 text-soft">
        {claims.length > 0 && 'A cosmetic may not say this. '}The draft of {textPage(page).title} is saved; shoppers
        don’t see it yet.
      </p>
      {deadLinks.length > 0 && (
        <ul className="claims mt-6 text-base">
          {deadLinks.map(({ section, to }) => (
            <li key={section + to}>
              <mark>{to}</mark> isn’t a page of your shop right now. <span className="hint">In {section}.</span>
            </li>
          ))}
        </ul>
      )}
      <ul className="claims mt-6 text-base">
        {claims.map(({ section, phrase, why, suggestion }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same words may be found twice
          <li key={index}>
            <mark>{phrase}</mark> {why} {suggestion} <span className="hint">In {section}.</span>
          </li>
        ))}
      </ul>
      {Object.entries({ ...fields, ...confirmed }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mt-8 flex flex-wrap gap-3">
        <a className="button" href={deskPaths.texts(page)}>
          Go back and edit
        </a>
        <button type="submit" className="button button-quiet">
          Publish anyway
        </button>
      </p>
    </form>
  )
}
