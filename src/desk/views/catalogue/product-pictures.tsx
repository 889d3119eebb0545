import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_FOCUS } from '#desk/ui/begins-here.ts'
import { EditSelect, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { MAX_ALT_LENGTH, MAX_PICTURES, TOO_MANY_PICTURES } from '#domain/catalogue/product.ts'
import { offeredSizes, type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { PendingPicture } from '#server/catalogue/catalogue.views.ts'
import { EnterSaves, MoveControls } from './move-controls.tsx'
import { PendingPictures } from './pending-pictures.tsx'
import { PictureFileField } from './picture-file-field.tsx'
import { UploadButton } from './upload-button.tsx'

/** A picture in the form. */
export type PictureRow = {
  key: string
  imageSrc: string | undefined
  /** The default alt text; empty for an uploaded one. */
  ownAlt: string
  isUploaded: boolean
}

type ProductPicturesProps = {
  id: string
  form: FormState
  uploadForm: FormState
  pictures: readonly PictureRow[]
  uploads: readonly PendingPicture[]
  pricing: Pricing
  mayEdit: boolean
}

export function ProductPictures(props: ProductPicturesProps) {
  const { id, uploadForm, pictures, uploads, mayEdit } = props
  const isFull = pictures.length + uploads.filter(({ problem }) => problem === undefined).length >= MAX_PICTURES
  return (
    <section className="panel" aria-labelledby="pictures-title">
      <h2 id="pictures-title">Pictures</h2>
      <div id="pictures" data-live="pictures">
        <PictureList {...props} />
        <PendingPictures
          uploads={uploads}
          removePath={(upload) => deskPaths.removeUpload(id, upload)}
          mayEdit={mayEdit}
        />
      </div>
      {mayEdit && isFull && <p className="hint mt-4">{TOO_MANY_PICTURES}</p>}
      {mayEdit && (!isFull || uploadForm.errors.picture) && (
        <form
          method="post"
          action={deskPaths.productPicture(id)}
          encType="multipart/form-data"
          className="edit-form upload-form"
          data-upload={deskPaths.product(id)}
        >
          <FormProblem form={uploadForm} />
          <PictureFileField form={uploadForm} label="Add a picture" shape="Upright, 4 to 5," />
          <UploadButton isQuiet />
        </form>
      )}
    </section>
  )
}

function PictureList({ id, form, pictures, pricing, mayEdit }: ProductPicturesProps) {
  if (pictures.length === 0) return <p className="empty">No pictures yet. Add one below.</p>
  return (
    <form method="post" action={deskPaths.productPictures(id)} data-unsaved={form.isUnsaved || undefined}>
      <EnterSaves />
      <fieldset disabled={!mayEdit} className="edit-form">
        {form.isUnsaved && (
          <p className="flash" role="status">
            Moved. Nothing is saved yet.
          </p>
        )}
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        {mayEdit && (
          <p className="hint">Drag, use the arrows, or type a position. The first one leads, in lists and carts too.</p>
        )}
        <ol className="move-rows picture-rows" data-reorder>
          {pictures.map((picture, index) => (
            <li key={picture.key} data-name={`Picture ${index + 1}`}>
              {mayEdit ? (
                <MoveControls
                  id={picture.key}
                  name={`picture ${index + 1}`}
                  place={index + 1}
                  canRemove={pictures.length > 1 || picture.isUploaded}
                  from="this product"
                >
                  <PictureCell form={form} picture={picture} number={index + 1} />
                </MoveControls>
              ) : (
                <PictureCell form={form} picture={picture} number={index + 1} />
              )}
            </li>
          ))}
        </ol>
        <p className="sr-only" role="status" data-moved />
        {pictures.length > 1 && <SizePictures form={form} pictures={pictures} pricing={pricing} />}
        {mayEdit && (
          <p className="save-bar">
            <button type="submit" className="button">
              Save pictures
            </button>
          </p>
        )}
      </fieldset>
    </form>
  )
}

function PictureCell({ form, picture, number }: { form: FormState; picture: PictureRow; number: number }) {
  const name = `alt:${picture.key}`
  const id = `alt${number}`
  const isMissing = picture.ownAlt === '' && !form.values[name]
  const [error, theirs] = [form.errors[name], form.theirs[name]]
  return (
    <>
      <img className="picture-thumb" src={picture.imageSrc} alt="" width={80} height={100} />
      <div className="field-group min-w-0 grow">
        <label htmlFor={id}>What picture {number} shows</label>
        <textarea
          id={id}
          name={name}
          className="field"
          rows={2}
          maxLength={MAX_ALT_LENGTH}
          defaultValue={form.values[name]}
          placeholder={picture.ownAlt || 'Say it in a sentence'}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          {...(error && INITIAL_FOCUS)}
        />
        <p id={`${id}-hint`} className={error ? 'field-error' : isMissing ? 'hint text-amber' : 'hint'}>
          {error ?? (isMissing ? 'Missing. Needed before it goes on sale.' : 'Read aloud to people who don’t see it.')}
        </p>
        {theirs !== undefined && (
          <p className="theirs">
            <span className="hint">Saved value:</span> {theirs || 'nothing'}
          </p>
        )}
      </div>
    </>
  )
}

type SizePicturesProps = Pick<ProductPicturesProps, 'form' | 'pictures' | 'pricing'>

/** A size that isn't for sale keeps its picture; otherwise it would come back without one. */
function SizePictures({ form, pictures, pricing }: SizePicturesProps) {
  const offered = offeredSizes(pricing)
  const options = [
    ['', 'The first one'] as const,
    ...pictures.map(({ key }, index) => [key, `Picture ${index + 1}`] as const),
  ]
  return (
    <>
      {SIZES.filter((size) => !offered.includes(size)).map((size) => (
        <input key={size} type="hidden" name={`picture${size}`} value={form.values[`picture${size}`] ?? ''} />
      ))}
      {offered.length > 1 && (
        <div className="trio">
          {offered.map((size) => (
            <EditSelect key={size} form={form} name={`picture${size}`} label={`Picture of ${size}`} options={options} />
          ))}
        </div>
      )}
    </>
  )
}
