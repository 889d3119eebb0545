import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Needs } from '#desk/views/catalogue/needs.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import { listScenes } from '#web/pictures/rendered-pictures.server.ts'
import type { CollectionEditor } from './collection-editor.service.ts'
import { MAX_NEEDS } from './collections.edits.ts'
import type { NeedCard } from './collections.views.ts'

const SLOTS = Array.from({ length: MAX_NEEDS }, (_, index) => index + 1)
const SCENES = listScenes('need-')

export function needsRoutes({ collectionEditor: editor }: { collectionEditor: CollectionEditor }): DeskRoute[] {
  async function render(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const [{ collections, products }, { cards, version }] = await Promise.all([editor.list(), editor.needs()])
    const body = (
      <Needs
        form={sent ?? freshForm(toFields(cards), version)}
        slots={SLOTS}
        targets={[
          ['', 'Choose'],
          ...collections.map(({ id, name }) => [`collection:${id}`, name] as const),
          ...products.map(({ id, name }) => [`product:${id}`, name] as const),
        ]}
        pictures={[['', 'Picture of where it leads'], ...SCENES]}
        mayEdit={isAtLeast(visit.operator.role, 'owner')}
      />
    )
    return visit.page({ title: 'Shop by Need', section: 'catalogue', body, status })
  }

  return [
    { method: 'GET', path: '/catalogue/needs', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/catalogue/needs',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = readCards(fields)
        if (!read.ok) return render(visit, refusedForm(fields, read.errors), 422)
        const result = await editor.saveNeeds(read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.needs(), 'Cards saved.')
        if (result.code === 'refused') return render(visit, refusedForm(fields, { form: result.message }), 422)
        if (result.code === 'not_found') throw nothingThere()
        const form = conflictingForm(toFields(read.value), toFields(result.current), versionToken(result.current))
        return render(visit, form, 409)
      },
    },
  ]
}

function toFields(cards: readonly NeedCard[]): Fields {
  return Object.fromEntries(
    SLOTS.flatMap((slot) => [
      [`name${slot}`, cards[slot - 1]?.name ?? ''],
      [`leadsTo${slot}`, cards[slot - 1]?.leadsTo ?? ''],
      [`picture${slot}`, cards[slot - 1]?.picture ?? ''],
    ]),
  )
}

/** A slot without a name is not a card. */
function readCards(fields: Fields): FormRead<NeedCard[]> {
  const errors: Fields = {}
  const cards = SLOTS.flatMap((slot): NeedCard[] => {
    const name = tidy(fields[`name${slot}`])
    const leadsTo = fields[`leadsTo${slot}`] ?? ''
    const picture = fields[`picture${slot}`] ?? ''
    if (name === '') return []
    if (name.length > 40) errors[`name${slot}`] = 'This is longer than 40 characters.'
    if (!/^(collection|product):[a-z0-9-]+$/.test(leadsTo)) errors[`leadsTo${slot}`] = 'Choose where it leads.'
    if (picture !== '' && !SCENES.some(([known]) => known === picture))
      errors[`picture${slot}`] = 'Choose one from the list.'
    return [{ name, leadsTo, picture }]
  })
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: cards }
}
