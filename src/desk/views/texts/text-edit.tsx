import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { EditField, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink } from '#desk/ui/screen.tsx'
import { EnterSaves } from '#desk/views/catalogue/move-controls.tsx'
import type { PageClaim } from '#domain/texts/page-claims.ts'
import type { PageLink } from '#domain/texts/page-links.ts'
import { readItems } from '#domain/texts/slot-fields.ts'
import { slotsOf, textPage } from '#domain/texts/text-pages.ts'
import { counted } from '#domain/time/display.ts'
import type { TextsAtDesk } from '#server/texts/texts.views.ts'
import { SlotField } from './slot-field.tsx'
import { TextVersions } from './text-versions.tsx'

type TextEditProps = {
  texts: TextsAtDesk
  form: FormState
  claims: readonly PageClaim[]
  /** Links to pages that don't exist. */
  deadLinks: readonly PageLink[]
  /** The section to open; the first one if there is none. */
  open: string | undefined
  /** The form was rearranged, but nothing is saved. */
  isUnsaved: boolean
  mayEdit: boolean
  mayPublish: boolean
}

/** One page with its slots in page order, its draft as shoppers would see it, and its versions. */
export function TextEdit(props: TextEditProps) {
  const { texts, form, claims, deadLinks, open, isUnsaved, mayEdit, mayPublish } = props
  const { key, hasDraft, edited, places, path } = texts
  const page = textPage(key)
  return (
    <>
      <BackLink href={deskPaths.textPages()}>Pages</BackLink>
      <Head texts={texts} mayEdit={mayEdit} />
      <div className="text-columns">
        <form method="post" action={deskPaths.texts(key)} id="texts" data-texts data-unsaved={isUnsaved || undefined}>
          <EnterSaves />
          <fieldset disabled={!mayEdit} className="grid min-w-0 gap-4">
            {isUnsaved && (
              <p className="flash" role="status">
                Nothing is saved yet.
              </p>
            )}
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            {deadLinks.map(({ section, to }) => (
              <p key={section + to} className="text-small text-error wrap-anywhere">
                Broken link in {section}: {to} isn’t a page of your shop right now.
              </p>
            ))}
            {page.facts.length > 0 && (
              <p className="hint">
                The shop fills in {page.facts.map((fact) => `{${fact}}`).join(', ')}. They follow your settings and
                orders.
              </p>
            )}
            <div className="sections">
              {Object.entries(page.sections).map(([section, { title, lead }], index) => {
                const slots = slotsOf(page).filter((slot) => slot.section === section)
                const isWrong = Object.keys({ ...form.errors, ...form.theirs }).some((name) =>
                  name.startsWith(`${section}.`),
                )
                const claimed = claims.filter((claim) => claim.section === title).length
                const items = slots.find(({ slot }) => slot.kind === 'items')
                return (
                  <details key={section} open={isWrong || section === open || (open === undefined && index === 0)}>
                    <summary>
                      <h2>{title}</h2>
                      {items && <small>{readItems(items.name, form.values).length}</small>}
                      {claimed > 0 && <span className="badge badge-bad">{counted(claimed, 'claim')}</span>}
                      {slots.some(({ name }) => edited.has(name)) && <span className="badge">Edited</span>}
                    </summary>
                    <div className="edit-form">
                      {lead && <p className="hint">{lead}</p>}
                      {slots.map(({ name, slot }) => (
                        <div key={name} className="slot">
                          <SlotField form={form} name={name} slot={slot} pictures={texts.pictures} />
                          {edited.has(name) && mayEdit && (
                            <button type="submit" name="change" value={`reset:${name}`} className="button button-plain">
                              Use the original text
                              <span className="sr-only"> of {slot.label}</span>
                            </button>
                          )}
                        </div>
                      ))}
                    </div>
                  </details>
                )
              })}
            </div>
            <datalist id="own-pages">
              {places.map(([address, label]) => (
                <option key={address} value={address}>
                  {label}
                </option>
              ))}
            </datalist>
            {mayPublish && (
              <details className="panel" open={form.errors.publishAt !== undefined}>
                <summary>Publish later</summary>
                <div className="edit-form mt-4">
                  <EditField
                    form={form}
                    name="publishAt"
                    label="Publish at"
                    type="datetime-local"
                    hint="On the shop’s clock, Mountain time."
                  />
                  <p className="save-bar">
                    <button
                      type="submit"
                      className="button button-quiet"
                      formAction={deskPaths.publishTexts(key)}
                      name="do"
                      value="schedule"
                    >
                      Schedule
                    </button>
                  </p>
                </div>
              </details>
            )}
          </fieldset>
          {mayEdit && (
            <Bar claims={claims.length}>
              <button
                type="submit"
                className="button button-quiet"
                name="do"
                value="preview"
                formTarget="_blank"
                formAction={deskPaths.previewTexts(key)}
              >
                Preview
              </button>
              <button type="submit" className="button button-quiet">
                Save draft
              </button>
              {mayPublish && (
                <button
                  type="submit"
                  className="button"
                  formAction={deskPaths.publishTexts(key)}
                  name="do"
                  value="publish"
                >
                  Publish
                </button>
              )}
            </Bar>
          )}
        </form>
        <div className="grid min-w-0 content-start gap-5">
          <section className="panel preview-frame" aria-labelledby="preview-head">
            <h2 id="preview-head">{hasDraft ? 'Preview of the draft' : 'What is live'}</h2>
            {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the preview's own policy lets no script run */}
            <iframe src={deskPaths.previewTexts(key)} title={`Preview of ${page.title}`} loading="lazy" />
            {path && (
              <p className="hint mt-3">
                <a className="underlined" href={path}>
                  See the live page
                </a>
              </p>
            )}
          </section>
          <TextVersions texts={texts} mayEdit={mayEdit} mayPublish={mayPublish} />
        </div>
      </div>
    </>
  )
}

function Head({ texts: { key, hasDraft, draftAt, live }, mayEdit }: { texts: TextsAtDesk; mayEdit: boolean }) {
  const { title, lead } = textPage(key)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1>{title}</h1>
          {hasDraft && <span className="badge badge-low">Draft{draftAt && `, saved ${draftAt}`}</span>}
        </div>
        <p className="mt-2 max-w-2xl text-soft">
          {live ? `Live since ${shortDateTime(live)}.` : 'Live: the original text.'}{' '}
          {hasDraft && 'Shoppers see it until you publish.'} {lead}
        </p>
      </div>
      {hasDraft && mayEdit && (
        <Action
          action={deskPaths.discardTexts(key)}
          label="Discard draft"
          kind="button-plain"
          confirm={`Throw away the draft of ${title}? What is live stays.`}
        />
      )}
    </header>
  )
}

/** Always in the same place. The script adds whether something is unsaved. */
function Bar({ claims, children }: { claims: number; children: ReactNode }) {
  return (
    <p className="editor-bar">
      <span className="grow">
        {claims > 0 && <b>{counted(claims, 'claim')} to fix. </b>}
        <span role="status" data-changes />
      </span>
      {children}
    </p>
  )
}
