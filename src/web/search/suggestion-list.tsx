import type { SuggestionState } from './use-suggestions.ts'

/**
 * The options of the combobox above: the keyboard focus stays in the input, a pointer can pick one directly. On a phone
 * the list scrolls on its own and ends above the keyboard.
 */
export function SuggestionList({ suggestions }: { suggestions: SuggestionState }) {
  const { listId, options, found, notes, Groups } = suggestions
  return (
    <>
      {notes.map((note) => (
        <p className="pt-3 text-small" key={note}>
          {note}
        </p>
      ))}
      <div
        className={
          options.length > 0
            ? 'max-h-58 overflow-y-auto overscroll-contain pt-3 md:max-h-none md:overflow-visible md:pt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-16'
            : 'hidden'
        }
        id={listId}
        role="listbox"
        aria-label="Suggestions"
      >
        {Groups && <Groups suggestions={suggestions} />}
      </div>
      <p className="sr-only" role="status">
        {[...notes, ...(options.length > 0 ? [`${options.length} suggestions. ${found} found.`] : [])].join(' ')}
      </p>
    </>
  )
}
