import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_TEXT_FOCUS } from '#desk/ui/begins-here.ts'
import { DeskIcon } from '#desk/ui/desk-icon.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { SaleCheck } from '#domain/catalogue/ready-for-sale.ts'
import { counted } from '#domain/time/display.ts'

type SaleChecklistProps = {
  id: string
  name: string
  checklist: readonly SaleCheck[]
  isActive: boolean
  /** Putting it on sale was just refused. */
  isRefused: boolean
  mayPrice: boolean
}

/** What a product needs to go on sale; each missing point links to its field. */
export function SaleChecklist({ id, name, checklist, isActive, isRefused, mayPrice }: SaleChecklistProps) {
  const missing = checklist.filter(({ isDone }) => !isDone)
  return (
    <section className="panel" id="ready" data-live="pictures" aria-labelledby="ready-title">
      <h2 id="ready-title">{isActive ? 'On sale' : 'Before it goes on sale'}</h2>
      {isRefused && (
        <p className="flash flash-problem" role="alert" {...INITIAL_TEXT_FOCUS}>
          It can’t go on sale yet: {counted(missing.length, 'thing')} {missing.length === 1 ? 'is' : 'are'} missing.
        </p>
      )}
      <ul className="checklist">
        {checklist.map(({ label, field, isDone }) => (
          <li key={label} className={isDone ? 'is-done' : undefined}>
            <span className="check-mark" aria-hidden="true">
              {isDone && <DeskIcon name="check" />}
            </span>
            {isDone ? label : <a href={`#${field}`}>{label}</a>}
            <span className="sr-only">{isDone ? 'Done' : 'Missing'}</span>
          </li>
        ))}
      </ul>
      {mayPrice && (
        <div className="mt-4">
          <Action
            action={deskPaths.productSale(id)}
            fields={{ isActive: isActive ? 'no' : 'yes' }}
            label={isActive ? 'Take off sale' : 'Put on sale'}
            kind={isActive || missing.length > 0 ? 'button-quiet' : 'button'}
            confirm={isActive ? `Take ${name} out of the shop? Its page is gone until you put it back.` : undefined}
          />
        </div>
      )}
      {!isActive && missing.length > 0 && (
        <p className="hint mt-2">
          {counted(missing.length, 'thing')} {missing.length === 1 ? 'is' : 'are'} missing. You can still save.
        </p>
      )}
    </section>
  )
}
