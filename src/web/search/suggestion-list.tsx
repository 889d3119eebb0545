import type { SuggestionState } from './use-suggestions.ts'

/**
 * The options of the combobox above: the keyboard focus stays in the input, a pointer can pick one directly.
 */
export function SuggestionList({ suggestions }: { suggestions: SuggestionState }) {
  const { listId, options, notes, status, Groups } = suggestions
  return (
    <>
      {notes.map((note) => (
        <p className="pt-3 text-small" key={note}>
          {note}
        </p>
      ))}
      <div className="suggestions" id={listId} role="listbox" aria-label="Suggestions">
        {Groups && options.length > 0 && <Groups suggestions={suggestions} />}
      </div>
      <p className="sr-only" role="status">
        {status}
      </p>
    </>
  )
}
