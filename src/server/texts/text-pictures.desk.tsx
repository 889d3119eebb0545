import { deskPaths } from '#desk/desk-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { TextPictures } from '#desk/views/texts/text-pictures.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { LibraryPicture } from '#server/catalogue/catalogue.views.ts'
import type { PictureLibrary } from '#server/catalogue/picture-library.service.ts'
import { readPictureForm } from '#server/catalogue/read-picture-form.ts'
import { afterEdit, nothingThere, refusedForm, slugIn } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import type { LibraryEditor } from './library-editor.service.ts'
import type { PictureChoice } from './texts.views.ts'

const THUMBNAIL_WIDTH = 480

export type TextPictureDeps = { pictureLibrary: PictureLibrary; libraryEditor: LibraryEditor }

export function textPictureRoutes({ pictureLibrary, libraryEditor }: TextPictureDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, form: FormState = freshForm({}, ''), status: 200 | 422 = 200) {
    const [pictures, uploads, uses] = await Promise.all([
      pictureLibrary.list(),
      pictureLibrary.listUploads(),
      libraryEditor.uses(),
    ])
    const body = (
      <TextPictures
        form={form}
        pictures={pictures.map(toChoice)}
        uses={uses}
        uploads={uploads}
        mayEdit={isAtLeast(visit.operator.role, 'staff')}
      />
    )
    return visit.page({ title: 'Pictures', section: 'pages', body, status })
  }

  return [
    { method: 'GET', path: '/pages/pictures', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/pages/pictures',
      role: 'staff',
      async handle(visit) {
        const read = await readPictureForm(visit.c.req.raw, { needsAlt: true })
        const isScript = visit.c.req.header('accept') === 'application/json'
        if (!read.ok && isScript) return visit.data({ error: Object.values(read.errors)[0] })
        if (!read.ok) return render(visit, refusedForm(read.fields, read.errors), 422)
        await pictureLibrary.upload(read.sent, visit.actor)
        if (isScript) return visit.data({ ok: true })
        const text = 'Uploaded. Once it’s ready, you can choose it in a picture block.'
        return visit.go(deskPaths.textPictures(), { kind: 'done', text })
      },
    },
    {
      method: 'POST',
      path: '/pages/pictures/:slug/remove',
      role: 'staff',
      async handle(visit) {
        const result = await libraryEditor.remove(`/uploads/${slugIn(visit)}`, visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.textPictures(), 'Picture removed.')
        if (result.code !== 'refused') throw nothingThere()
        return visit.go(deskPaths.textPictures(), { kind: 'problem', text: result.message })
      },
    },
    {
      method: 'POST',
      path: '/pages/pictures/uploads/:id/remove',
      role: 'staff',
      async handle(visit) {
        const isRemoved = await pictureLibrary.removeUpload(visit.id('id'))
        return visit.go(
          deskPaths.textPictures(),
          isRemoved
            ? { kind: 'done', text: 'Upload removed.' }
            : { kind: 'problem', text: 'This picture is already in the library. You can remove it there.' },
        )
      },
    },
  ]
}

export function toChoice({ picture, words }: LibraryPicture): PictureChoice {
  return { address: picture.address, src: pictureUrl(picture, THUMBNAIL_WIDTH) ?? '', words }
}
