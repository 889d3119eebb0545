import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import type { Ingredient } from '#domain/catalogue/product.ts'
import { counted } from '#domain/time/display.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import { DescribedFields } from './described-fields.tsx'

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
            <a className="underlined" href={`/ingredients/${slug}`}>
              /ingredients/{slug}
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
          <ExpectedVersion form={form} />
          <DescribedFields form={form} fields={INGREDIENT_FIELDS} />
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
