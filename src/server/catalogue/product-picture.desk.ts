import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, freshForm } from '#desk/ui/form-state.ts'
import { TOO_MANY_PICTURES } from '#domain/catalogue/product.ts'
import { afterEdit, LONG_FORM, nothingThere, readEditForm, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import { afterMove } from './collection-form.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { productPictureForm } from './product-picture-form.ts'
import { createProductScreen, type ProductScreenDeps } from './product-screen.tsx'
import { readPictureForm } from './read-picture-form.ts'

export type ProductPictureDeps = { products: ProductEditor } & ProductScreenDeps

export function productPictureRoutes(deps: ProductPictureDeps): DeskRoute[] {
  const { products } = deps
  const renderProduct = createProductScreen(deps)

  return [
    {
      method: 'POST',
      path: '/catalogue/products/:slug/pictures',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const moved = afterMove(fields)
        if (moved) {
          const pictures = { ...freshForm(moved, fields.expectedVersion ?? ''), isUnsaved: true }
          return renderProduct(visit, id, { pictures })
        }
        const read = productPictureForm.read(fields)
        if (!read.ok) return renderProduct(visit, id, { pictures: refusedForm(fields, read.errors) }, 422)
        const result = await products.savePictures(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'Pictures saved.')
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused')
          return renderProduct(visit, id, { pictures: refusedForm(fields, { form: result.message }) }, 422)
        const pictures = conflictingForm(
          productPictureForm.toFields(read.value),
          productPictureForm.toFields(result.current),
          versionToken(result.current),
        )
        return renderProduct(visit, id, { pictures }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/picture',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const read = await readPictureForm(visit.c.req.raw, { needsAlt: false })
        // The script that shows the progress expects data.
        const isScript = visit.c.req.header('accept') === 'application/json'
        const refuse = (fields: Fields, errors: Fields) =>
          isScript
            ? visit.data({ error: Object.values(errors)[0] })
            : renderProduct(visit, id, { upload: refusedForm(fields, errors) }, 422)
        if (!read.ok) return refuse(read.fields, read.errors)
        const result = await products.uploadPicture(id, read.sent, visit.actor)
        if (result === 'not_found') throw nothingThere()
        if (result === 'full') return refuse({ alt: read.sent.alt }, { picture: TOO_MANY_PICTURES })
        if (isScript) return visit.data({ ok: true })
        return visit.go(deskPaths.product(id), {
          kind: 'done',
          text: 'Uploaded. It’ll be in the shop once it’s ready.',
        })
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/uploads/:id/remove',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const isRemoved = await products.removeUpload(id, visit.id('id'))
        return visit.go(
          deskPaths.product(id),
          isRemoved
            ? { kind: 'done', text: 'Upload removed.' }
            : { kind: 'problem', text: 'This picture is already in the list. Remove it there.' },
        )
      },
    },
  ]
}
