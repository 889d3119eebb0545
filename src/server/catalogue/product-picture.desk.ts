import { deskPaths } from '#desk/desk-paths.ts'
import { afterEdit, nothingThere, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { tidy } from '#server/platform/http/form-fields.ts'
import { readMultipart, type Upload } from '#server/platform/http/read-multipart.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { createProductScreen, type ProductScreenDeps } from './product-screen.tsx'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_ALT_LENGTH = 300

export type ProductPictureDeps = { products: ProductEditor } & ProductScreenDeps

export function productPictureRoutes(deps: ProductPictureDeps): DeskRoute[] {
  const { products } = deps
  const renderProduct = createProductScreen(deps)

  function refuse(visit: OperatorVisit, id: string, fields: Record<string, string>, errors: Record<string, string>) {
    return renderProduct(visit, id, { picture: refusedForm(fields, errors) }, 422)
  }

  return [
    {
      method: 'POST',
      path: '/catalogue/products/:slug/picture',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const upload = await readUpload(visit.c.req.raw)
        if (!upload) return refuse(visit, id, {}, { picture: 'This file is larger than 10 MB.' })
        const alt = tidy(upload.fields.alt).replaceAll(/\s+/g, ' ')
        const file = upload.files.picture
        if (!file || file.byteLength === 0) return refuse(visit, id, { alt }, { picture: 'Choose a picture.' })
        if (file.byteLength > MAX_BYTES)
          return refuse(visit, id, { alt }, { picture: 'This file is larger than 10 MB.' })
        if (alt === '' || alt.length > MAX_ALT_LENGTH)
          return refuse(visit, id, { alt }, { alt: 'Say in a sentence what it shows, then choose the picture again.' })
        const result = await products.setPicture(id, file, alt, visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'The picture is in the shop.')
        if (result.code === 'refused') return refuse(visit, id, { alt }, { picture: result.message })
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

/** Undefined if the file is too large: a common mistake, so the form is shown again. */
async function readUpload(request: Request): Promise<Upload | undefined> {
  try {
    return await readMultipart(request, MAX_BYTES)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return undefined
    throw error
  }
}
