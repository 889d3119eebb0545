import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { EditText, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { CatalogueHead } from '#desk/views/catalogue/catalogue-head.tsx'
import { POLICIES } from '#domain/policies/policy.ts'
import type { PolicyToEdit } from '#server/policies/policies.views.ts'

export function Policies({ policies }: { policies: readonly PolicyToEdit[] }) {
  return (
    <>
      <CatalogueHead
        place="Policies"
        title="Policies"
        lead="Drafts are shipped with the shop. What stands in [brackets] is yours to decide; a lawyer should read the rest."
      />
      <ul className="lines panel mt-6">
        {policies.map(({ slug, hasDraft, versions }) => {
          const published = versions.find(({ publishedAt }) => publishedAt)?.publishedAt
          return (
            <li key={slug}>
              <a className="underlined" href={deskPaths.policy(slug)}>
                {POLICIES[slug]}
              </a>
              <span className="text-right">
                {published ? (
                  <span className="badge badge-good">Published {shortDateTime(published)}</span>
                ) : (
                  <span className="badge">Not published</span>
                )}{' '}
                {hasDraft && <span className="badge">Draft</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type PolicyEditProps = {
  policy: PolicyToEdit
  form: FormState
  /** Rendered by micromark, which lets no raw HTML through. */
  preview: string
  isSaved: boolean
  mayEdit: boolean
}

export function PolicyEdit({ policy, form, preview, isSaved, mayEdit }: PolicyEditProps) {
  const { slug, hasDraft, versions, version } = policy
  return (
    <>
      <CatalogueHead
        place="Policies"
        title={POLICIES[slug]}
        lead={
          <a className="underlined" href={`/${slug}`}>
            /{slug}
          </a>
        }
      >
        {mayEdit && hasDraft && isSaved && (
          <Action
            action={deskPaths.publishPolicy(slug)}
            fields={{ expectedVersion: version }}
            label="Publish this draft"
            kind="button"
            confirm={`Publish the ${POLICIES[slug]} as shown here? Shoppers see it right away.`}
          />
        )}
      </CatalogueHead>
      <div className="edit-columns edit-columns-even">
        <form method="post" action={deskPaths.policy(slug)} className="panel">
          <fieldset disabled={!mayEdit} className="edit-form">
            <h2>{hasDraft ? 'Draft' : 'Text'}</h2>
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            <EditText
              form={form}
              name="markdown"
              label="Text, in Markdown"
              rows={22}
              maxLength={100_000}
              isCopy={false}
              hint="## Heading, - list, **bold**, [link](https://…)"
            />
            {mayEdit && (
              <p className="save-bar">
                <button type="submit" className="button" name="do" value="save">
                  Save draft
                </button>
                <button type="submit" className="button button-quiet" name="do" value="preview">
                  Preview
                </button>
              </p>
            )}
          </fieldset>
        </form>
        <section className="panel" aria-labelledby="preview-head">
          <h2 id="preview-head">How it reads</h2>
          {/* oxlint-disable-next-line react/no-danger -- made by micromark on the server, which lets no raw HTML through */}
          <div className="policy-preview" dangerouslySetInnerHTML={{ __html: preview }} />
        </section>
      </div>
      <div className="panels">
        <Panel title="Versions">
          <ul className="lines">
            {versions.map(({ id, publishedAt, changedAt, author }) => (
              <li key={id}>
                <span>
                  {publishedAt ? `Published ${shortDateTime(publishedAt)}` : `Draft of ${shortDateTime(changedAt)}`}
                  <span className="hint block">{author ?? 'shipped with the shop'}</span>
                </span>
                {mayEdit && publishedAt && (
                  <Action
                    action={deskPaths.restorePolicy(slug, id)}
                    label="Restore as draft"
                    confirm={hasDraft ? 'Replace the present draft by this version?' : undefined}
                  />
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}
