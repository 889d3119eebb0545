import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { EditField, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import { MAX_ALT_LENGTH } from '#domain/catalogue/product.ts'
import { counted } from '#domain/time/display.ts'
import type { PendingPicture } from '#server/catalogue/catalogue.views.ts'
import type { CollectionAtDesk, CollectionRow, CollectionToEdit } from '#server/catalogue/collections.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import { CollectionLine } from './collection-list.tsx'
import { CollectionProducts } from './collection-products.tsx'
import { DescribedFields } from './described-fields.tsx'
import { EnterSaves } from './move-controls.tsx'
import { PendingPictures } from './pending-pictures.tsx'
import { PictureFileField } from './picture-file-field.tsx'
import { SearchPreview } from './search-preview.tsx'
import { UploadButton } from './upload-button.tsx'

const { name, slug, title, eyebrow, lead, shelfText, seoTitle, seoDescription, ...rare } = COLLECTION_FIELDS
const NAME_FIELDS = { name, slug }
const PAGE_FIELDS = { title, eyebrow, lead, shelfText }
const SEARCH_FIELDS = { seoTitle, seoDescription }

type CollectionProps = {
  /** Undefined for a new one. */
  collection: CollectionToEdit | undefined
  form: FormState
  pictureForm: FormState
  /** All products by name. */
  products: readonly CollectionRow[]
  /** Ids of the products in the form, in its order. */
  chosen: readonly string[]
  /** The form was moved around in, but nothing is saved. */
  isUnsaved: boolean
  others: readonly CollectionAtDesk[]
  websiteUrl: string
  imageSrc: string | undefined
  uploads: readonly PendingPicture[]
  mayEdit: boolean
  mayDelete: boolean
}

export function CollectionEdit(props: CollectionProps) {
  const { collection, form, products, chosen, isUnsaved, others, websiteUrl, mayEdit, mayDelete } = props
  const current = collection?.content
  return (
    <>
      <CatalogueHead
        place="Collections"
        title={current?.name ?? 'New collection'}
        lead={<Lead collection={collection} />}
      >
        {collection && mayDelete && <OwnerActions collection={collection} />}
      </CatalogueHead>
      <div className="collection-columns">
        <nav className="panel collection-index" aria-label="Collections">
          <h2>Collections</h2>
          <ul className="move-rows">
            {others.map((other) => (
              <li key={other.id}>
                <CollectionLine collection={other} isCurrent={other.id === collection?.id} />
              </li>
            ))}
          </ul>
        </nav>
        <form
          method="post"
          action={collection ? deskPaths.collection(collection.id) : deskPaths.newCollection()}
          id="collection"
          data-editor
          data-unsaved={isUnsaved || undefined}
        >
          <EnterSaves />
          <fieldset disabled={!mayEdit} className="collection-form">
            <div className="grid content-start gap-5">
              {isUnsaved && (
                <p className="flash" role="status">
                  Moved. Nothing is saved yet.
                </p>
              )}
              <FormProblem form={form} />
              <ExpectedVersion form={form} />
              <section className="panel edit-form">
                <h2>Page</h2>
                <DescribedFields form={form} fields={NAME_FIELDS} />
                {current && (
                  <p
                    className="redirect-note"
                    data-redirect-from={current.slug}
                    hidden={form.values.slug === current.slug}
                  >
                    Old links keep working: <b>/{current.slug}</b> will redirect to{' '}
                    <b data-redirect-to>/{form.values.slug}</b>. The menu, breadcrumbs and sitemap follow.
                  </p>
                )}
                <DescribedFields form={form} fields={PAGE_FIELDS} />
                <label className="tick">
                  <input type="checkbox" name="isInMenu" value="yes" defaultChecked={form.values.isInMenu === 'yes'} />
                  In the menu and on Shop All
                </label>
                <Theirs form={form} field="isInMenu" />
              </section>
              <CollectionProducts form={form} products={products} chosen={chosen} mayEdit={mayEdit} />
            </div>
            <div className="grid content-start gap-5">
              <section className="panel edit-form">
                <h2>Search engines</h2>
                <DescribedFields form={form} fields={SEARCH_FIELDS} />
                <SearchPreview values={form.values} websiteUrl={websiteUrl} count={chosen.length} />
              </section>
              <details
                className="panel"
                open={Object.keys(rare).some((field) => form.errors[field] ?? form.theirs[field])}
              >
                <summary>Labels and messages</summary>
                <div className="edit-form mt-4">
                  <DescribedFields form={form} fields={rare} />
                </div>
              </details>
            </div>
          </fieldset>
          {mayEdit && (
            <p className="editor-bar">
              <span className="grow" role="status" data-changes />
              <a
                className="button button-quiet"
                data-discard
                href={collection ? deskPaths.collection(collection.id) : deskPaths.collections()}
              >
                Discard
              </a>
              <button type="submit" className="button">
                {collection ? 'Save' : 'Create collection'}
              </button>
            </p>
          )}
        </form>
        {collection && (
          <div className="collection-more">
            <PictureForm {...props} collection={collection} />
            {collection.formerSlugs.length > 0 && (
              <Panel title="Redirects">
                <ul className="lines text-small">
                  {collection.formerSlugs.map((former) => (
                    <li key={former.slug}>
                      <span className="min-w-0 wrap-anywhere">
                        /{former.slug} → /{collection.content.slug}
                      </span>
                      <span className="hint">{shortDateTime(former.since)}</span>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function Lead({ collection }: { collection: CollectionToEdit | undefined }) {
  if (!collection) return 'It’s in the shop as soon as a product on sale is in it.'
  const { content, isVisible } = collection
  if (!isVisible) return `Hidden: /${content.slug} shows “Page not found”, and nothing links to it.`
  return (
    <a className="underlined" href={`/${content.slug}`}>
      /{content.slug}
    </a>
  )
}

function OwnerActions({ collection: { id, content, isVisible } }: { collection: CollectionToEdit }) {
  const products = counted(content.products.length, 'product')
  return (
    <span className="flex flex-wrap gap-3">
      <Action
        action={deskPaths.collectionVisibility(id)}
        fields={{ isVisible: isVisible ? 'no' : 'yes' }}
        label={isVisible ? 'Hide' : 'Show'}
        confirm={
          isVisible
            ? `Hide ${content.name}? Its page shows “Page not found” and leaves the menu. Its ${products} stay on sale, on Shop All.`
            : undefined
        }
      />
      <Action
        action={deskPaths.removeCollection(id)}
        label="Delete"
        kind="button-plain"
        confirm={`Delete ${content.name}? Its ${products} stay on sale, on Shop All and in their other collections. /${content.slug} and its old addresses will lead to Shop All. “Shop by Need” cards that lead here go, too.`}
      />
    </span>
  )
}

function Theirs({ form, field }: { form: FormState; field: string }) {
  const theirs = form.theirs[field]
  return theirs === undefined ? undefined : (
    <p className="theirs">
      <span className="hint">Saved value:</span> {theirs === 'yes' ? 'ticked' : 'not ticked'}
    </p>
  )
}

type PictureFormProps = Pick<CollectionProps, 'pictureForm' | 'imageSrc' | 'uploads' | 'mayEdit'> & {
  collection: CollectionToEdit
}

function PictureForm({ collection, pictureForm, imageSrc, uploads, mayEdit }: PictureFormProps) {
  const { id, picture, uploaded } = collection
  return (
    <Panel title="Picture">
      <div id="picture-now" data-live="pictures">
        {imageSrc ? (
          <img className="banner-picture" src={imageSrc} alt={uploaded?.alt ?? 'As rendered'} />
        ) : (
          <p className="empty">No picture. The page starts with its heading.</p>
        )}
        <PendingPictures
          uploads={uploads}
          removePath={(upload) => deskPaths.removeCollectionUpload(id, upload)}
          mayEdit={mayEdit}
        />
      </div>
      {mayEdit && (
        <form
          method="post"
          action={deskPaths.collectionPicture(id)}
          encType="multipart/form-data"
          className="edit-form mt-4"
          data-upload={deskPaths.collection(id)}
        >
          <FormProblem form={pictureForm} />
          <PictureFileField form={pictureForm} label="Another picture" shape="3 to 2" />
          <EditField
            form={pictureForm}
            name="alt"
            label="What it shows"
            required
            maxLength={MAX_ALT_LENGTH}
            autoComplete="off"
            isCopy
          />
          <UploadButton isQuiet />
        </form>
      )}
      {mayEdit && picture && (
        <div className="mt-3">
          <Action action={deskPaths.removeCollectionPicture(id)} label="Remove this picture" kind="button-plain" />
        </div>
      )}
    </Panel>
  )
}
