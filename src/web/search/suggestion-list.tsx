import { useNavigate } from 'react-router'
import type { SuggestionState } from './use-suggestions.ts'

/** The options of the combobox above: the keyboard focus stays in the input, a pointer can pick one directly. */
export function SuggestionList({ suggestions: { listId, options, active } }: { suggestions: SuggestionState }) {
  const navigate = useNavigate()
  return (
    <ul className={options.length > 0 ? 'pt-2' : 'hidden'} id={listId} role="listbox" aria-label="Suggestions">
      {options.map(({ id, kind, name, to }) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are handled by the input
        <li
          className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-2 hover:bg-linen aria-selected:bg-linen"
          key={id}
          id={id}
          role="option"
          tabIndex={-1}
          aria-selected={active?.id === id}
          onClick={() => void navigate(to)}
        >
          {name}
          <span className="text-fine text-soft">{kind}</span>
        </li>
      ))}
    </ul>
  )
}
