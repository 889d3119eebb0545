import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditText, FormProblem, Seen } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { type Ingredient, INGREDIENT_GROUPS } from '#domain/catalogue/product.ts'
import { counted } from '#domain/time/display.ts'
import { CatalogueHead } from './catalogue-head.tsx'

export function Ingredients({ ingredients, mayEdit }: { ingredients: readonly Ingredient[]; mayEdit: boolean }) {
  return (
    <>
      <CatalogueHead place="Ingredients" title="Ingredients" lead="The glossary, and what the blends are made of.">
        {mayEdit && (
          <a className="button" href={deskPaths.newIngredient()}>
            New ingredient
          </a>
        )}
      </CatalogueHead>
      <ul className="lines panel mt-6">
        {ingredients.map(({ slug, name, inci, products }) => (
          <li key={slug}>
            <span className="min-w-0">
              <a className="underlined" href={deskPaths.ingredient(slug)}>
                {name}
              </a>
              <span className="hint block">{inci}</span>
            </span>
            <span className="hint shrink-0 text-right">in {counted(products.length, 'oil')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type IngredientEditProps = {
  /** Undefined for one that is not in the glossary yet. */
  slug: string | undefined
  title: string
  form: FormState
  mayEdit: boolean
}

export function IngredientEdit({ slug, title, form, mayEdit }: IngredientEditProps) {
  return (
    <>
      <CatalogueHead
        place="Ingredients"
        title={title}
        lead={
          slug && (
            <a className="underlined" href={`/ingredients#${slug}`}>
              /ingredients#{slug}
            </a>
          )
        }
      />
      <form
        method="post"
        action={slug === undefined ? deskPaths.newIngredient() : deskPaths.ingredient(slug)}
        className="panel mt-6 max-w-3xl"
      >
        <fieldset disabled={!mayEdit} className="edit-form">
          <FormProblem form={form} />
          <Seen form={form} />
          <div className="pair">
            <EditField form={form} name="name" label="Name" required maxLength={100} autoComplete="off" isCopy />
            <EditField
              form={form}
              name="inci"
              label="Name on labels (INCI)"
              required
              maxLength={300}
              autoComplete="off"
            />
          </div>
          <EditText form={form} name="summary" label="In a sentence" rows={2} maxLength={500} />
          <EditText form={form} name="richIn" label="Rich in" maxLength={1000} />
          <EditText form={form} name="benefits" label="Benefits" maxLength={1000} />
          <EditText form={form} name="properties" label="Properties" maxLength={1000} />
          <fieldset>
            <legend className="text-small">Who avoids it</legend>
            <p className="hint mb-1">Shoppers can leave these out of the list of oils.</p>
            <div className="flex flex-wrap gap-x-5">
              {Object.entries(INGREDIENT_GROUPS).map(([group, name]) => (
                <label key={group} className="tick">
                  <input
                    type="checkbox"
                    name={`group:${group}`}
                    value="yes"
                    defaultChecked={form.values[`group:${group}`] === 'yes'}
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
          {mayEdit && (
            <p className="save-bar">
              <button type="submit" className="button">
                {slug === undefined ? 'Add to the glossary' : 'Save ingredient'}
              </button>
            </p>
          )}
        </fieldset>
      </form>
    </>
  )
}
