import { deskPaths } from '#desk/desk-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { TextPictures } from '#desk/views/texts/text-pictures.tsx'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { LibraryPicture } from '#server/catalogue/catalogue.views.ts'
import type { PictureLibrary } from '#server/catalogue/picture-library.service.ts'
import { readPictureForm } from '#server/catalogue/read-picture-form.ts'
import { refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { pictureUrl } from '#web/pictures/picture.tsx'

const THUMBNAIL_WIDTH = 480

export function textPictureRoutes({ pictureLibrary }: { pictureLibrary: PictureLibrary }): DeskRoute[] {
  async function render(visit: OperatorVisit, form: FormState = freshForm({}, ''), status: 200 | 422 = 200) {
    const mayEdit = isAtLeast(visit.operator.role, 'staff')
    const body = <TextPictures form={form} pictures={toLibrary(await pictureLibrary.list())} mayEdit={mayEdit} />
    return visit.page({ title: 'Pictures', section: 'pages', body, status })
  }

  return [
    { method: 'GET', path: '/pages/pictures', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/pages/pictures',
      role: 'staff',
      async handle(visit) {
        const sent = await readPictureForm(visit.c.req.raw)
        if (!sent.ok) return render(visit, refusedForm(sent.fields, sent.errors), 422)
        const result = await pictureLibrary.add(sent.file, sent.alt)
        if (!result.ok) return render(visit, refusedForm({ alt: sent.alt }, { picture: result.message }), 422)
        return visit.go(deskPaths.textPictures(), { kind: 'done', text: 'Uploaded. Choose it in a picture block.' })
      },
    },
  ]
}

export function toLibrary(pictures: readonly UploadedPicture[]): LibraryPicture[] {
  return pictures.map((picture) => ({
    address: picture.address,
    src: pictureUrl({ id: '', picture }, THUMBNAIL_WIDTH) ?? '',
    alt: picture.alt,
  }))
}
