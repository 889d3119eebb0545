import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_TEXT_FOCUS } from '#desk/ui/begins-here.ts'
import type { FormState } from '#desk/ui/form-state.ts'
import type { CollectionRow } from '#server/catalogue/collections.views.ts'
import { MoveControls } from './move-controls.tsx'

type CollectionProductsProps = {
  form: FormState
  products: readonly CollectionRow[]
  chosen: readonly string[]
  mayEdit: boolean
}

export function CollectionProducts({ form, products, chosen, mayEdit }: CollectionProductsProps) {
  const rows = chosen.flatMap((id) => products.find((product) => product.id === id) ?? [])
  const rest = products.filter(({ id }) => !chosen.includes(id))
  return (
    <section className="panel" aria-labelledby="products-title">
      <h2 id="products-title">
        Products <span className="hint tabular-nums">{rows.length}</span>
      </h2>
      <p className="hint mb-2">Drag, use the arrows, or type a position.</p>
      {form.errors.products && (
        <p className="field-error" {...INITIAL_TEXT_FOCUS}>
          {form.errors.products}
        </p>
      )}
      <TheirOrder form={form} products={products} />
      {rows.length === 0 && <p className="empty">No products yet. Add some below.</p>}
      <ol className="move-rows" data-reorder>
        {rows.map((product, index) => (
          <li key={product.id}>
            {mayEdit ? (
              <MoveControls id={product.id} name={product.name} place={index + 1} canRemove>
                <ProductCell product={product} />
              </MoveControls>
            ) : (
              <ProductCell product={product} />
            )}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status" data-moved />
      {mayEdit && rest.length > 0 && (
        <details className="mt-4" open={rows.length === 0}>
          <summary>Add products</summary>
          <ul className="add-products">
            {rest.map(({ id, name }) => (
              <li key={id}>
                <label className="tick">
                  <input
                    type="checkbox"
                    name={`add:${id}`}
                    value="yes"
                    defaultChecked={form.values[`add:${id}`] === 'yes'}
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function ProductCell({ product: { id, name, price, isActive, imageSrc } }: { product: CollectionRow }) {
  return (
    <>
      {imageSrc ? (
        <img className="thumb" src={imageSrc} alt="" width={36} height={45} loading="lazy" />
      ) : (
        <span className="thumb" />
      )}
      <span className="min-w-0 grow">
        <a href={deskPaths.product(id)}>{name}</a>
        <span className="hint block">
          {price}
          {!isActive && ' · not on sale'}
        </span>
      </span>
    </>
  )
}

/** After a conflict: what another window has saved. */
function TheirOrder({ form, products }: Pick<CollectionProductsProps, 'form' | 'products'>) {
  const isConflict = Object.keys(form.theirs).some((name) => name.startsWith('place:'))
  if (!isConflict) return undefined
  const stored = products
    .map(({ id, name }) => ({ name, place: Number(form.theirs[`place:${id}`] ?? form.values[`place:${id}`] ?? 0) }))
    .filter(({ place }) => place > 0)
    .toSorted((a, b) => a.place - b.place)
  return (
    <p className="theirs">
      <span className="hint">Saved value:</span> {stored.map(({ name }) => name).join(', ') || 'nothing'}
    </p>
  )
}
