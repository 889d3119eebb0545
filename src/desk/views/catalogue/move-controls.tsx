import type { ReactNode } from 'react'
import { DeskIcon } from '#desk/ui/desk-icon.tsx'

type MoveControlsProps = {
  id: string
  name: string
  place: number
  canRemove: boolean
  /** What it would be removed from. */
  from?: string
  /** Between the position and the buttons. */
  children: ReactNode
}

/**
 * A row that is moved by dragging, with its arrows, or by typing its position. Without a script an arrow sends the form,
 * which is shown again in the new order.
 */
export function MoveControls({ id, name, place, canRemove, from = 'this collection', children }: MoveControlsProps) {
  return (
    <>
      <span className="grip" data-grip title="Drag to move" aria-hidden="true">
        <DeskIcon name="grip" />
      </span>
      <input
        className="field place"
        name={`place:${id}`}
        defaultValue={place}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        aria-label={`Position of ${name}`}
      />
      {children}
      <span className="move-buttons">
        <MoveButton move={`up:${id}`} label={`Move ${name} up`} icon="up" />
        <MoveButton move={`down:${id}`} label={`Move ${name} down`} icon="down" />
        {canRemove && <MoveButton move={`remove:${id}`} label={`Remove ${name} from ${from}`} icon="cross" />}
      </span>
    </>
  )
}

/** First in its form, so that Enter in a field saves instead of pressing the first arrow. */
export function EnterSaves() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
      Save
    </button>
  )
}

function MoveButton({ move, label, icon }: { move: string; label: string; icon: 'up' | 'down' | 'cross' }) {
  return (
    <button type="submit" name="move" value={move} aria-label={label} className="icon-button">
      <DeskIcon name={icon} />
    </button>
  )
}
