import type { ReactNode } from 'react'
import { DeskIcon, type DeskIconName } from '#desk/ui/desk-icon.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { readItems } from '#domain/texts/slot-fields.ts'

type ListFrameProps = {
  form: FormState
  name: string
  slot: { label: string; max: number }
  /** Kinds of entries that can be added. */
  adds: readonly (readonly [kind: string, label: string])[]
  children: (place: number, count: number) => ReactNode
}

/** A list whose entries are moved, added and removed by sending the form, which saves nothing. */
export function ListFrame({ form, name, slot, adds, children }: ListFrameProps) {
  const count = readItems(name, form.values).length
  const error = form.errors[name]
  return (
    <fieldset className="entries" id={name}>
      <legend className="sr-only">{slot.label}</legend>
      <input type="hidden" name={name} value="list" />
      {Array.from({ length: count }, (_, place) => children(place, count))}
      {count === 0 && <p className="hint">Nothing here yet.</p>}
      {error && <p className="field-error">{error}</p>}
      {count < slot.max && (
        <p className="add-entries">
          {adds.map(([kind, label]) => (
            <button
              key={kind}
              type="submit"
              name="change"
              value={`add:${name}:${kind}`}
              className="button button-quiet"
            >
              <span className="sr-only">Add </span>
              {label}
            </button>
          ))}
        </p>
      )}
    </fieldset>
  )
}

type ItemFrameProps = { name: string; place: number; count: number; title: string; children: ReactNode }

export function ItemFrame({ name, place, count, title, children }: ItemFrameProps) {
  return (
    <fieldset className="entry">
      <legend className="sr-only">{title}</legend>
      <p className="entry-head">
        <span aria-hidden="true">{title}</span>
        <span className="move-buttons">
          <ChangeButton change={`up:${name}:${place}`} label={`Move ${title} up`} icon="up" isOff={place === 0} />
          <ChangeButton
            change={`down:${name}:${place}`}
            label={`Move ${title} down`}
            icon="down"
            isOff={place === count - 1}
          />
          <ChangeButton change={`remove:${name}:${place}`} label={`Remove ${title}`} icon="cross" />
        </span>
      </p>
      {children}
    </fieldset>
  )
}

type ChangeButtonProps = { change: string; label: string; icon: DeskIconName; isOff?: boolean }

function ChangeButton({ change, label, icon, isOff = false }: ChangeButtonProps) {
  return (
    <button type="submit" name="change" value={change} aria-label={label} className="icon-button" disabled={isOff}>
      <DeskIcon name={icon} />
    </button>
  )
}
