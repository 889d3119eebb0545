import { EditField, EditSelect } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { capitalized } from '#domain/text/first-letter.ts'
import { wordsIn } from '#domain/texts/page-content.ts'
import type { ItemField, ItemsSlot, Slot } from '#domain/texts/slots.ts'
import type { PictureChoice } from '#server/texts/texts.views.ts'
import { BlockList } from './block-list.tsx'
import { ItemFrame, ListFrame } from './list-frame.tsx'
import { Words } from './words-field.tsx'

export type SlotFieldProps = {
  form: FormState
  name: string
  slot: Slot
  pictures: readonly PictureChoice[]
}

/** The form controls of one slot; a list gets one small form per entry. */
export function SlotField({ form, name, slot, pictures }: SlotFieldProps) {
  switch (slot.kind) {
    case 'text':
      return <Words form={form} name={name} label={slot.label} hint={slot.hint} rules={slot} own={[slot.initial]} />
    case 'link':
      return (
        <fieldset className="pair">
          <legend className="sr-only">{slot.label}</legend>
          <EditField form={form} name={`${name}.label`} label={slot.label} autoComplete="off" isCopy />
          <EditField form={form} name={`${name}.to`} label="Leads to" list="own-pages" autoComplete="off" />
        </fieldset>
      )
    case 'items':
      return <ItemList form={form} name={name} slot={slot} />
    case 'blocks':
      return <BlockList form={form} name={name} slot={slot} pictures={pictures} />
  }
}

function ItemList({ form, name, slot }: { form: FormState; name: string; slot: ItemsSlot<string> }) {
  const own = wordsIn(slot.initial)
  return (
    <ListFrame form={form} name={name} slot={slot} adds={[['item', capitalized(slot.noun)]]}>
      {(place, count) => (
        <ItemFrame key={place} name={name} place={place} count={count} title={`${capitalized(slot.noun)} ${place + 1}`}>
          {Object.entries(slot.fields).map(([field, rules]) => (
            <ItemControl key={field} form={form} name={`${name}.${place}.${field}`} rules={rules} own={own} />
          ))}
        </ItemFrame>
      )}
    </ListFrame>
  )
}

type ItemControlProps = { form: FormState; name: string; rules: ItemField; own: readonly string[] }

function ItemControl({ form, name, rules, own }: ItemControlProps) {
  const { label, hint, choices } = rules
  return choices ? (
    <EditSelect form={form} name={name} label={label} hint={hint} options={choices} />
  ) : (
    <Words form={form} name={name} label={label} hint={hint} rules={rules} own={own} />
  )
}
