import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { PendingPictures } from '#desk/views/catalogue/pending-pictures.tsx'
import { PictureFileField } from '#desk/views/catalogue/picture-file-field.tsx'
import { UploadButton } from '#desk/views/catalogue/upload-button.tsx'
import { MAX_ALT_LENGTH } from '#domain/catalogue/product.ts'
import type { PendingPicture } from '#server/catalogue/catalogue.views.ts'
import type { PictureChoice } from '#server/texts/texts.views.ts'

type TextPicturesProps = {
  form: FormState
  pictures: readonly PictureChoice[]
  /** What shows each picture, by address. */
  uses: ReadonlyMap<string, readonly string[]>
  uploads: readonly PendingPicture[]
  mayEdit: boolean
}

export function TextPictures({ form, pictures, uses, uploads, mayEdit }: TextPicturesProps) {
  return (
    <>
      <BackLink href={deskPaths.textPages()}>Pages</BackLink>
      <ScreenHead title="Pictures" lead="For your pages: upload one here, then choose it in a picture block." />
      <div className="panels">
        {mayEdit && (
          <Panel title="Upload a picture">
            <form
              method="post"
              action={deskPaths.textPictures()}
              encType="multipart/form-data"
              className="edit-form"
              data-upload={deskPaths.textPictures()}
            >
              <FormProblem form={form} />
              <PictureFileField form={form} label="Picture" shape="3 to 2" />
              <EditField
                form={form}
                name="alt"
                label="What it shows"
                required
                maxLength={MAX_ALT_LENGTH}
                autoComplete="off"
                isCopy
              />
              <UploadButton />
            </form>
          </Panel>
        )}
        <Panel title="Uploaded">
          <div id="library" data-live="pictures">
            {pictures.length === 0 && uploads.length === 0 && <Empty>No pictures yet.</Empty>}
            {pictures.length > 0 && (
              <ul className="picture-grid">
                {pictures.map(({ address, src, words }) => (
                  <li key={address}>
                    <img className="banner-picture" src={src} alt="" loading="lazy" />
                    <span className="wrap-anywhere">{words}</span>
                    <PictureUse address={address} words={words} names={uses.get(address) ?? []} mayEdit={mayEdit} />
                  </li>
                ))}
              </ul>
            )}
            <PendingPictures uploads={uploads} removePath={deskPaths.removeTextUpload} mayEdit={mayEdit} />
          </div>
        </Panel>
      </div>
    </>
  )
}

type PictureUseProps = { address: string; words: string; names: readonly string[]; mayEdit: boolean }

function PictureUse({ address, words, names, mayEdit }: PictureUseProps) {
  if (names.length > 0) return <span className="hint wrap-anywhere">Used in {names.join(', ')}</span>
  if (!mayEdit) return <span className="hint">Not used</span>
  return (
    <Action action={deskPaths.removeTextPicture(address.split('/').at(-1) ?? '')} label="Remove" kind="button-plain">
      <span className="sr-only">{words}</span>
    </Action>
  )
}
