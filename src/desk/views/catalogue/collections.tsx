import { deskPaths } from '#desk/desk-paths.ts'
import { ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { counted } from '#domain/time/display.ts'
import type { CollectionAtDesk, NeedCard } from '#server/catalogue/collections.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import { CollectionLine } from './collection-list.tsx'
import { EnterSaves, MoveControls } from './move-controls.tsx'

type CollectionsProps = {
  form: FormState
  collections: readonly CollectionAtDesk[]
  needs: readonly NeedCard[]
  /** Products in no collection. */
  loose: readonly { id: string; name: string }[]
  mayEdit: boolean
  mayCreate: boolean
}

export function Collections({ form, collections, needs, loose, mayEdit, mayCreate }: CollectionsProps) {
  return (
    <>
      <CatalogueHead
        place="Collections"
        title="Collections"
        lead="What stands together in the shop, in the order of the menu. Every product on sale is on Shop All."
      >
        {mayCreate && (
          <a className="button" href={deskPaths.newCollection()}>
            New collection
          </a>
        )}
      </CatalogueHead>
      <div className="settings-columns">
        <form method="post" action={deskPaths.orderCollections()} className="panel">
          <fieldset disabled={!mayEdit} className="edit-form">
            <EnterSaves />
            <h2>In the menu</h2>
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            <ol className="move-rows" data-reorder>
              {collections.map((collection, index) => (
                <li key={collection.id}>
                  {mayEdit && (
                    <MoveControls id={collection.id} name={collection.name} place={index + 1} canRemove={false}>
                      <CollectionLine collection={collection} />
                    </MoveControls>
                  )}
                  {!mayEdit && <CollectionLine collection={collection} />}
                </li>
              ))}
            </ol>
            {mayEdit && (
              <p className="save-bar">
                <button type="submit" className="button">
                  Save order
                </button>
              </p>
            )}
          </fieldset>
        </form>
        <div className="grid content-start gap-5">
          <Panel title="Shop by Need">
            <ul className="lines">
              {needs.map(({ name }) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <p className="mt-3">
              <a className="underlined" href={deskPaths.needs()}>
                {mayCreate ? 'Edit the cards' : 'See the cards'}
              </a>
            </p>
          </Panel>
          {loose.length > 0 && (
            <Panel title="In no collection">
              <p className="hint">{counted(loose.length, 'product')}, on Shop All under “More oils”.</p>
              <ul className="lines">
                {loose.map(({ id, name }) => (
                  <li key={id}>
                    <a className="underlined" href={deskPaths.product(id)}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}
