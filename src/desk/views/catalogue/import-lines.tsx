import { counted } from '#domain/time/display.ts'
import type { ImportLine } from '#server/catalogue/catalogue.views.ts'

/** Products with what would be stored, what to know about it, and the pictures to upload. */
export function ImportLines({ lines }: { lines: readonly ImportLine[] }) {
  return (
    <ol className="plan">
      {lines.map((line) => (
        <li key={line.line}>
          <h3>
            <span className="hint">Line {line.line}</span> {line.name}
          </h3>
          {line.isNew && <p className="hint">/products/{line.productId}</p>}
          <Changes line={line} />
          {line.notes.length > 0 && (
            <ul className="import-notes">
              {line.notes.map(({ line: at, column, problem }) => (
                <li key={`${at} ${column} ${problem}`}>
                  {at !== line.line && `Line ${at}. `}
                  {column && <span className="hint">{column}: </span>}
                  {problem}
                </li>
              ))}
            </ul>
          )}
          <Pictures pictures={line.pictures} />
        </li>
      ))}
    </ol>
  )
}

function Changes({ line: { isNew, changes } }: { line: ImportLine }) {
  return (
    <ul>
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          <span className="hint">{column}</span> {!isNew && <del>{before || 'nothing'}</del>}{' '}
          <ins>{after || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  )
}

/** Addresses are shown as text, not links, because we don't know what's behind them. */
function Pictures({ pictures }: { pictures: readonly string[] }) {
  if (pictures.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="underlined">{counted(pictures.length, 'picture')} to be uploaded</summary>
      <p className="hint mt-1">The shop doesn’t fetch pictures from elsewhere. Save them, and upload them here.</p>
      <ul className="import-notes wrap-anywhere">
        {pictures.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </details>
  )
}
