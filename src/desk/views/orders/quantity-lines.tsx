import type { FormState } from '#desk/ui/form-state.ts'
import type { Quantities } from '#domain/orders/item-counts.ts'
import type { OrderLine } from '#server/orders/orders.views.ts'
import { quantityField } from './order-refund.tsx'

type QuantityLinesProps = { lines: readonly OrderLine[]; limit: Quantities; form: FormState; verb: string }

/** How many of each line; lines without any are only named. */
export function QuantityLines({ lines, limit, form, verb }: QuantityLinesProps) {
  return (
    <ul className="lines">
      {lines.map((line) => (
        <LineChoice key={line.position} line={line} most={limit.get(line.position) ?? 0} form={form} verb={verb} />
      ))}
    </ul>
  )
}

type LineChoiceProps = { line: OrderLine; most: number; form: FormState; verb: string }

function LineChoice({ line, most, form, verb }: LineChoiceProps) {
  const field = quantityField(line.position)
  const error = form.errors[field]
  return (
    <li>
      <span className="min-w-0">
        {line.name} {line.size && <span className="hint">{line.size}</span>}
        <span className="hint block">{most > 0 ? `${most} to ${verb}` : `Nothing to ${verb}`}</span>
        {error && (
          <span id={`${field}-error`} className="field-error block">
            {error}
          </span>
        )}
      </span>
      {most > 0 && (
        <select
          id={field}
          name={field}
          className="field"
          aria-label={`Quantity of ${[line.name, line.size].filter(Boolean).join(' ')} to ${verb}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${field}-error`}
          defaultValue={form.values[field] ?? '0'}
        >
          {Array.from({ length: most + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}
