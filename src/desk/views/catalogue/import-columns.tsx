import { IMPORT_TARGETS, LEFT_OUT, UNDECIDED } from '#domain/catalogue/import-columns.ts'
import { counted } from '#domain/time/display.ts'
import type { ImportColumn } from '#server/catalogue/catalogue.views.ts'

/** The meaning assigned to each column of the file, which can be changed. */
export function ImportColumns({ columns, isOpen }: { columns: readonly ImportColumn[]; isOpen: boolean }) {
  const used = columns.filter(({ target }) => target !== LEFT_OUT && target !== UNDECIDED).length
  return (
    <details open={isOpen}>
      <summary className="underlined">
        {used} of {counted(columns.length, 'column')} used: choose what they hold
      </summary>
      <ul className="import-columns">
        {columns.map(({ name, target, sample, filled }, index) => (
          <li key={name}>
            <label htmlFor={`column:${index}`}>
              {name}
              <span className="hint block">{filled === 0 ? 'empty' : `such as “${sample}”`}</span>
            </label>
            <select id={`column:${index}`} name={`column:${index}`} className="field" defaultValue={target}>
              {target === UNDECIDED && <option value={UNDECIDED}>Choose</option>}
              {Object.entries(IMPORT_TARGETS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  )
}
