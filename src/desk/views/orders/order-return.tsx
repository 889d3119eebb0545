import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditSelect, EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { Quantities } from '#domain/orders/item-counts.ts'
import {
  NOT_SOLD_AGAIN,
  RETURN_CONDITION_NAMES,
  RETURN_CONDITIONS,
  RETURN_REASON_NAMES,
  RETURN_REASONS,
  reasonText,
} from '#domain/orders/returns.ts'
import type { OrderDetail, OrderLine, OrderReturn } from '#server/orders/orders.views.ts'
import { quantityField } from './order-refund.tsx'

/** The name of a line's condition in the form. */
export function conditionField(position: number): string {
  return `condition-${position}`
}

const CONDITIONS = RETURN_CONDITIONS.map((condition) => [condition, RETURN_CONDITION_NAMES[condition]] as const)
const REASONS = [
  ['', 'Choose a reason'] as const,
  ...RETURN_REASONS.map((reason) => [reason, RETURN_REASON_NAMES[reason]] as const),
]

type RecordReturnProps = { detail: OrderDetail; form: FormState; hasAddress: boolean }

/** What's being returned, why, and whether it has arrived. */
export function RecordReturn({ detail, form, hasAddress }: RecordReturnProps) {
  const { order, lines, counts } = detail
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Record return" lead="Nothing is refunded yet. You can do that once it’s here." />
      <form method="post" action={deskPaths.orderAction(order.id, 'return')} className="panels refund-items">
        <FormProblem form={form} />
        <input type="hidden" name="formKey" value={form.values.formKey} />
        <Panel title="Items">
          <Lines lines={lines} limit={counts.returnable} form={form} />
          <p className="hint">{NOT_SOLD_AGAIN}</p>
        </Panel>
        <Panel title="Details">
          <div className="edit-form">
            <EditSelect form={form} name="reason" label="Reason" options={REASONS} />
            <EditField
              form={form}
              name="words"
              label="More about it (required for “Other”)"
              hint="Only your team sees this."
              maxLength={300}
              autoComplete="off"
            />
            <Arrival form={form} />
            {hasAddress ? (
              <EditTick
                form={form}
                name="emailsInstructions"
                label="If it’s expected, email the customer where to send it"
                hint="With the address from Settings, Business."
              />
            ) : (
              <p className="hint">Add your address in Settings, Business to email customers where to send it.</p>
            )}
          </div>
        </Panel>
        <Buttons id={order.id} label="Record return" />
      </form>
    </>
  )
}

function Arrival({ form }: { form: FormState }) {
  const options = [
    ['expected', 'Expected: the customer sends it back'],
    ['received', 'Received: it’s here'],
  ] as const
  return (
    <fieldset className="field-group">
      <legend>Where is it?</legend>
      {options.map(([value, label]) => (
        <label key={value} className="tick" htmlFor={`arrival-${value}`}>
          <input
            type="radio"
            id={`arrival-${value}`}
            name="arrival"
            value={value}
            defaultChecked={form.values.arrival === value}
          />
          {label}
        </label>
      ))}
      {form.errors.arrival && <p className="field-error">{form.errors.arrival}</p>}
    </fieldset>
  )
}

type ReceiveReturnProps = { detail: OrderDetail; found: OrderReturn; form: FormState }

/** What was expected, to be compared with what is in the box. */
export function ReceiveReturn({ detail: { order, lines }, found, form }: ReceiveReturnProps) {
  const limit = new Map(found.lines.map(({ position, quantity }) => [position, quantity]))
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Receive return" lead={`${reasonText(found.reason, found.words)}. Check what’s in the box.`} />
      <form method="post" action={deskPaths.orderReturn(order.id, found.id, 'receive')} className="panels refund-items">
        <FormProblem form={form} />
        <Panel title="Items">
          <Lines lines={lines.filter(({ position }) => limit.has(position))} limit={limit} form={form} />
          <p className="hint">Sealed items go back in stock. {NOT_SOLD_AGAIN}</p>
        </Panel>
        <Buttons id={order.id} label="Receive return" />
      </form>
    </>
  )
}

type LinesProps = { lines: readonly OrderLine[]; limit: Quantities; form: FormState }

function Lines({ lines, limit, form }: LinesProps) {
  return (
    <ul className="lines return-lines">
      {lines.map((line) => (
        <LineChoice key={line.position} line={line} most={limit.get(line.position) ?? 0} form={form} />
      ))}
    </ul>
  )
}

function LineChoice({ line, most, form }: { line: OrderLine; most: number; form: FormState }) {
  const [count, condition] = [quantityField(line.position), conditionField(line.position)]
  const error = form.errors[count]
  const named = [line.name, line.size].filter(Boolean).join(' ')
  return (
    <li>
      <span className="min-w-0">
        {line.name} {line.size && <span className="hint">{line.size}</span>}
        <span className="hint block">{most > 0 ? `Up to ${most}` : 'None can come back'}</span>
        {error && (
          <span id={`${count}-error`} className="field-error block">
            {error}
          </span>
        )}
      </span>
      {most > 0 && (
        <span className="return-choice">
          <select
            id={count}
            name={count}
            className="field"
            aria-label={`Quantity of ${named}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${count}-error`}
            defaultValue={form.values[count] ?? '0'}
          >
            {Array.from({ length: most + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity}
              </option>
            ))}
          </select>
          <select
            id={condition}
            name={condition}
            className="field"
            aria-label={`Condition of ${named}`}
            defaultValue={form.values[condition] ?? 'sealed'}
          >
            {CONDITIONS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      )}
    </li>
  )
}

function Buttons({ id, label }: { id: string; label: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <button type="submit" className="button">
        {label}
      </button>
      <a className="underlined text-small" href={deskPaths.order(id)}>
        Back to the order
      </a>
    </p>
  )
}
