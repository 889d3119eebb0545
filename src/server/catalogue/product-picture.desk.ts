import { deskPaths } from '#desk/desk-paths.ts'
import { afterEdit, nothingThere, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { Fields } from '#server/platform/http/form-fields.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { createProductScreen, type ProductScreenDeps } from './product-screen.tsx'
import { readPictureForm } from './read-picture-form.ts'

export type ProductPictureDeps = { products: ProductEditor } & ProductScreenDeps

export function productPictureRoutes(deps: ProductPictureDeps): DeskRoute[] {
  const { products } = deps
  const renderProduct = createProductScreen(deps)

  function refuse(visit: OperatorVisit, id: string, fields: Fields, errors: Fields) {
    return renderProduct(visit, id, { picture: refusedForm(fields, errors) }, 422)
  }

  return [
    {
      method: 'POST',
      path: '/catalogue/products/:slug/picture',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const sent = await readPictureForm(visit.c.req.raw)
        if (!sent.ok) return refuse(visit, id, sent.fields, sent.errors)
        const result = await products.setPicture(id, sent.file, sent.alt, visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'The picture is in the shop.')
        if (result.code === 'refused') return refuse(visit, id, { alt: sent.alt }, { picture: result.message })
        throw nothingThere()
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/picture/remove',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const result = await products.removePicture(id, visit.actor)
        if (!result.ok) throw nothingThere()
        return afterEdit(visit, result, deskPaths.product(id), 'The picture is out of the shop.')
      },
    },
  ]
}
