import type { SuggestionState } from './use-suggestions.ts'

/**
 * The options of the combobox above: the keyboard focus stays in the input, a pointer can pick one directly.
 */
export function SuggestionList({ suggestions }: { suggestions: SuggestionState }) {
  const { listId, options, notes, status, Groups } = suggestions
  return (
    <>
      <div className="suggestion-panel">
        {notes.map((note) => (
          <p className="pt-2 text-small md:pt-3" key={note}>
            {note}
          </p>
        ))}
        <div className="suggestions" id={listId} role="listbox" aria-label="Suggestions">
          {Groups && options.length > 0 && <Groups suggestions={suggestions} />}
        </div>
      </div>
      <p className="sr-only" role="status">
        {status}
      </p>
    </>
  )
}
