import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { CollectionEdit } from '#desk/views/catalogue/collection.tsx'
import { Collections } from '#desk/views/catalogue/collections.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, LONG_FORM, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import type { CollectionEditor } from './collection-editor.service.ts'
import { afterMove, collectionForm, productsIn } from './collection-form.ts'
import { collectionAtDesk, collectionImage, toRow } from './collection-rows.ts'
import { readPictureForm } from './read-picture-form.ts'

type CollectionDeps = { collectionEditor: CollectionEditor; publicUrl: URL }

type Shown = {
  form?: FormState
  pictureForm?: FormState
  isUnsaved?: boolean
  status?: 200 | 409 | 422
}

const EMPTY = { isInMenu: 'yes' }

export function collectionRoutes({ collectionEditor: editor, publicUrl }: CollectionDeps): DeskRoute[] {
  async function renderList(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const [{ collections, products, menuVersion }, needs] = await Promise.all([editor.list(), editor.needs()])
    const form = sent ?? freshForm({}, menuVersion)
    const shown = collections.map((collection) => collectionAtDesk(collection, products))
    const wanted = sent ? productsIn(sent.values) : []
    const inCollection = new Set(collections.flatMap((collection) => collection.products))
    const { role } = visit.operator
    const body = (
      <Collections
        form={form}
        collections={shown.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))}
        needs={needs.cards}
        loose={products.filter(({ id, isActive }) => isActive && !inCollection.has(id))}
        mayEdit={isAtLeast(role, 'staff')}
        mayCreate={isAtLeast(role, 'owner')}
      />
    )
    return visit.page({ title: 'Collections', section: 'catalogue', body, status })
  }

  async function renderOne(visit: OperatorVisit, id: string | undefined, shown: Shown = {}): Promise<Response> {
    const [found, { collections, products }] = await Promise.all([id ? editor.find(id) : undefined, editor.list()])
    if (id && !found) throw nothingThere()
    const saved = found ? freshForm(collectionForm.toFields(found.content), found.version) : freshForm(EMPTY, '')
    const { form = saved, pictureForm = freshForm({}, ''), isUnsaved = false, status = 200 } = shown
    const { role } = visit.operator
    const title = found?.content.name ?? 'New collection'
    const body = (
      <CollectionEdit
        collection={found}
        form={form}
        pictureForm={pictureForm}
        products={products.map(toRow)}
        chosen={productsIn(form.values)}
        isUnsaved={isUnsaved}
        others={collections.map((collection) => collectionAtDesk(collection, products))}
        websiteUrl={publicUrl.href}
        imageSrc={found && collectionImage(found)}
        uploads={id ? await editor.listUploads(id) : []}
        mayEdit={isAtLeast(role, 'staff')}
        mayDelete={isAtLeast(role, 'owner')}
      />
    )
    return visit.page({ title, section: 'catalogue', body, status })
  }

  function refuse(visit: OperatorVisit, id: string | undefined, fields: Fields, errors: Fields): Promise<Response> {
    return renderOne(visit, id, { form: refusedForm(fields, errors), status: 422 })
  }

  return [
    { method: 'GET', path: '/catalogue/collections', role: 'read-only', handle: (visit) => renderList(visit) },
    {
      method: 'GET',
      path: '/catalogue/collections/new',
      role: 'owner',
      handle: (visit) => renderOne(visit, undefined),
    },
    {
      method: 'POST',
      path: '/catalogue/collections/new',
      role: 'owner',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const fields = await readEditForm(visit)
        const moved = afterMove(fields)
        if (moved) return renderOne(visit, undefined, { form: freshForm(moved, ''), isUnsaved: true })
        const read = collectionForm.read(fields)
        if (!read.ok) return refuse(visit, undefined, fields, read.errors)
        const result = await editor.create(read.value, visit.actor)
        if (!result.ok) return refuse(visit, undefined, fields, { form: result.message })
        const { slug, products } = read.value
        const text =
          products.length > 0 ? `It’s in the shop, at /${slug}.` : 'Created. Add products to put it in the menu.'
        return visit.go(deskPaths.collection(result.id), {
          kind: 'done',
          text,
          ...(result.auditId !== undefined && { restore: { auditId: result.auditId, back: deskPaths.collections() } }),
        })
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections',
      role: 'staff',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const moved = afterMove(fields) ?? fields
        const ids = productsIn(moved)
        const result = await editor.reorder(ids, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.collections(), 'Menu order saved.')
        if (result.code === 'not_found') throw nothingThere()
        const version = result.code === 'changed' ? versionToken(result.current) : (fields.expectedVersion ?? '')
        const message =
          result.code === 'refused'
            ? result.message
            : 'Someone else changed the order while you were editing. Saving again replaces theirs.'
        return renderList(
          visit,
          { values: moved, errors: { form: message }, theirs: {}, expectedVersion: version },
          409,
        )
      },
    },
    {
      method: 'GET',
      path: '/catalogue/collections/:id',
      role: 'read-only',
      handle: (visit) => renderOne(visit, visit.id('id')),
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const id = visit.id('id')
        const fields = await readEditForm(visit)
        const moved = afterMove(fields)
        if (moved)
          return renderOne(visit, id, { form: freshForm(moved, fields.expectedVersion ?? ''), isUnsaved: true })
        const read = collectionForm.read(fields)
        if (!read.ok) return refuse(visit, id, fields, read.errors)
        const before = await editor.find(id)
        const result = await editor.save(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) {
          const { slug } = read.value
          const isMoved = before && before.content.slug !== slug
          const text = isMoved ? `Saved. /${before.content.slug} now redirects to /${slug}.` : 'Collection saved.'
          return afterEdit(visit, result, deskPaths.collection(id), text)
        }
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused') return refuse(visit, id, fields, { form: result.message })
        const theirs = collectionForm.toFields(result.current)
        const form = conflictingForm(collectionForm.toFields(read.value), theirs, versionToken(result.current))
        return renderOne(visit, id, { form, status: 409 })
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id/visibility',
      role: 'owner',
      async handle(visit) {
        const id = visit.id('id')
        const isVisible = (await visit.form()).get('isVisible') === 'yes'
        const result = await editor.show(id, isVisible, visit.actor)
        if (!result.ok) throw nothingThere()
        const text = isVisible ? 'Shoppers can see it now.' : 'Hidden. Its products are still on sale.'
        return afterEdit(visit, result, deskPaths.collection(id), text)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id/remove',
      role: 'owner',
      async handle(visit) {
        const result = await editor.remove(visit.id('id'), visit.actor)
        if (!result.ok) throw nothingThere()
        return afterEdit(
          visit,
          result,
          deskPaths.collections(),
          'Collection deleted. Its address now redirects to Shop All.',
        )
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id/picture',
      role: 'staff',
      async handle(visit) {
        const id = visit.id('id')
        const read = await readPictureForm(visit.c.req.raw, { needsAlt: true })
        const isScript = visit.c.req.header('accept') === 'application/json'
        if (!read.ok && isScript) return visit.data({ error: Object.values(read.errors)[0] })
        if (!read.ok) return renderOne(visit, id, { pictureForm: refusedForm(read.fields, read.errors), status: 422 })
        if (!(await editor.uploadPicture(id, read.sent, visit.actor))) throw nothingThere()
        if (isScript) return visit.data({ ok: true })
        const text = 'Uploaded. It’ll be in the shop once it’s ready.'
        return visit.go(deskPaths.collection(id), { kind: 'done', text })
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id/uploads/:upload/remove',
      role: 'staff',
      async handle(visit) {
        const id = visit.id('id')
        const isRemoved = await editor.removeUpload(id, visit.id('upload'))
        return visit.go(
          deskPaths.collection(id),
          isRemoved
            ? { kind: 'done', text: 'Upload removed.' }
            : { kind: 'problem', text: 'This picture is already in the shop.' },
        )
      },
    },
    {
      method: 'POST',
      path: '/catalogue/collections/:id/picture/remove',
      role: 'staff',
      async handle(visit) {
        const id = visit.id('id')
        const result = await editor.removePicture(id, visit.actor)
        if (!result.ok) throw nothingThere()
        return afterEdit(visit, result, deskPaths.collection(id), 'Picture removed.')
      },
    },
  ]
}
