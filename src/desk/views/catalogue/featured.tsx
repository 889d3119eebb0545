import { deskPaths } from '#desk/desk-paths.ts'
import { EditSelect, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BADGES, type FeaturedChoice } from '#domain/catalogue/featured.ts'
import { CatalogueHead } from './catalogue-head.tsx'

type FeaturedProps = {
  form: FormState
  products: readonly { id: string; name: string }[]
  /** The cards shown right now. */
  shown: readonly (Pick<FeaturedChoice, 'badge' | 'reason'> & { name: string })[]
  mayEdit: boolean
}

export const FEATURED_SLOTS = [1, 2, 3, 4] as const

export function Featured({ form, products, shown, mayEdit }: FeaturedProps) {
  const choices = [['', 'nothing'], ...products.map(({ id, name }) => [id, name] as const)] as const
  return (
    <>
      <CatalogueHead
        place="Home page"
        title="Featured products"
        lead="Four cards on the home page. A badge is a claim: it goes to the product that has earned it by sales, stock or reviews. Until one has, your choice is shown without it. Staff Pick is always yours."
      />
      <div className="edit-columns">
        <section className="panel">
          <h2>Shown now</h2>
          <ol className="lines">
            {shown.map(({ name, badge, reason }) => (
              <li key={name}>
                <span>
                  {name}
                  <span className="hint block">{reason}</span>
                </span>
                {badge && <span className="badge">{badge}</span>}
              </li>
            ))}
          </ol>
        </section>
        <form method="post" action={deskPaths.featured()} className="panel">
          <fieldset disabled={!mayEdit} className="edit-form">
            <h2>Your choice</h2>
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            {FEATURED_SLOTS.map((slot) => (
              <div key={slot} className="pair">
                <EditSelect form={form} name={`product${slot}`} label={`Card ${slot}`} options={choices} />
                <EditSelect
                  form={form}
                  name={`badge${slot}`}
                  label={`Badge of card ${slot}`}
                  options={BADGES.map((badge) => [badge, badge] as const)}
                />
              </div>
            ))}
            {mayEdit && (
              <p className="save-bar">
                <button type="submit" className="button">
                  Save cards
                </button>
              </p>
            )}
          </fieldset>
        </form>
      </div>
    </>
  )
}
