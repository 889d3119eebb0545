import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { LibraryPicture } from '#server/catalogue/catalogue.views.ts'

type TextPicturesProps = { form: FormState; pictures: readonly LibraryPicture[]; mayEdit: boolean }

export function TextPictures({ form, pictures, mayEdit }: TextPicturesProps) {
  return (
    <>
      <p>
        <a className="back-link" href={deskPaths.textPages()}>
          Pages
        </a>
      </p>
      <ScreenHead title="Pictures" lead="For your pages: upload one here, then choose it in a picture block." />
      <div className="panels">
        {mayEdit && (
          <Panel title="Upload a picture">
            <form method="post" action={deskPaths.textPictures()} encType="multipart/form-data" className="edit-form">
              <FormProblem form={form} />
              <EditField
                form={form}
                name="picture"
                label="Picture"
                type="file"
                accept="image/jpeg,image/png,image/webp,image/avif"
                required
                hint="JPEG, PNG, WebP or AVIF, up to 10 MB. 3 to 2 shows best."
                data-shrink
              />
              <EditField
                form={form}
                name="alt"
                label="What it shows"
                required
                maxLength={300}
                autoComplete="off"
                isCopy
              />
              <p className="save-bar">
                <button type="submit" className="button">
                  Upload
                </button>
              </p>
            </form>
          </Panel>
        )}
        <Panel title="Uploaded">
          {pictures.length === 0 ? (
            <Empty>No pictures yet.</Empty>
          ) : (
            <ul className="picture-grid">
              {pictures.map(({ address, src, alt }) => (
                <li key={address}>
                  <img className="banner-picture" src={src} alt="" loading="lazy" />
                  <span className="hint wrap-anywhere">{alt}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}
