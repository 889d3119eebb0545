import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditSelect, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { CatalogueHead } from './catalogue-head.tsx'

type Choice = readonly [value: string, label: string]

type NeedsProps = {
  form: FormState
  slots: readonly number[]
  targets: readonly Choice[]
  pictures: readonly Choice[]
  mayEdit: boolean
}

export function Needs({ form, slots, targets, pictures, mayEdit }: NeedsProps) {
  return (
    <>
      <CatalogueHead
        place="Collections"
        title="Shop by Need"
        lead="Cards on the home page. A card shows while what it leads to can be bought."
      />
      <form method="post" action={deskPaths.needs()} className="panel mt-6 max-w-4xl">
        <fieldset disabled={!mayEdit} className="edit-form">
          <FormProblem form={form} />
          <ExpectedVersion form={form} />
          {slots.map((slot) => (
            <fieldset key={slot} className="need-slot">
              <legend className="text-small">Card {slot}</legend>
              <div className="trio-wide">
                <EditField form={form} name={`name${slot}`} label="Name" maxLength={40} autoComplete="off" isCopy />
                <EditSelect form={form} name={`leadsTo${slot}`} label="Leads to" options={targets} />
                <EditSelect form={form} name={`picture${slot}`} label="Picture" options={pictures} />
              </div>
            </fieldset>
          ))}
          <p className="hint">Clear a name to remove its card.</p>
          {mayEdit && (
            <p className="save-bar">
              <button type="submit" className="button">
                Save cards
              </button>
            </p>
          )}
        </fieldset>
      </form>
    </>
  )
}
