import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { CatalogueHead } from './catalogue-head.tsx'

type BannerProps = { form: FormState; shown: string; defaultText: string; mayEdit: boolean }

export function Banner({ form, shown, defaultText, mayEdit }: BannerProps) {
  return (
    <>
      <CatalogueHead place="Banner" title="Announcement" lead="The line above every page of the shop." />
      <p className="banner-now">
        <span className="sr-only">Shown now: </span>
        {shown}
      </p>
      <form method="post" action={deskPaths.banner()} className="panel mt-6 max-w-3xl">
        <fieldset disabled={!mayEdit} className="edit-form">
          <FormProblem form={form} />
          <ExpectedVersion form={form} />
          <EditField
            form={form}
            name="text"
            label="Your text"
            maxLength={120}
            autoComplete="off"
            hint={`Without one the shop says “${defaultText}”.`}
            isCopy
          />
          <label className="tick">
            <input type="checkbox" name="isOn" value="yes" defaultChecked={form.values.isOn === 'yes'} />
            Show it
          </label>
          <div className="pair">
            <EditField
              form={form}
              name="from"
              label="From (Mountain time)"
              type="datetime-local"
              hint="Empty: at once."
            />
            <EditField
              form={form}
              name="until"
              label="Until (Mountain time)"
              type="datetime-local"
              hint="Empty: no end."
            />
          </div>
          {mayEdit && (
            <p className="save-bar">
              <button type="submit" className="button">
                Save announcement
              </button>
            </p>
          )}
        </fieldset>
      </form>
    </>
  )
}
