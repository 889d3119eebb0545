import { type InputEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Suggestions } from '#contract/suggestions.ts'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import { paths } from '#web/paths.ts'
import type { SuggestionGroups } from './suggestion-groups.tsx'

export type SuggestionOption = {
  id: string
  kind: 'oil' | 'ingredient' | 'guide' | 'all'
  name: string
  to: string
  note?: string
  groups?: readonly string[]
  product?: Suggestions['products'][number]
}

/** `status` is for screen readers. */
type Shown = { options: readonly SuggestionOption[]; notes: readonly string[]; status: string }
const NOTHING: Shown = { options: [], notes: [], status: '' }

/** Their markup and parser, in a separate file because most visitors type nothing. */
function loadSuggestions() {
  return import('./suggestion-groups.tsx')
}

const PAUSE_MS = 120

export type SuggestionState = ReturnType<typeof useSuggestions>

/** A type-ahead combobox: arrows move through the options, Enter takes one, Escape closes the list. */
export function useSuggestions() {
  const listId = useId()
  const [{ options, notes, status }, setShown] = useState<Shown>(NOTHING)
  const [Groups, setGroups] = useState<typeof SuggestionGroups>()
  /** An id, not an index: a list that arrives late must not change the selection. */
  const [activeId, setActiveId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)
  const isOpen = options.length > 0
  const activeIndex = options.findIndex(({ id }) => id === activeId)
  const active = options[activeIndex]

  function close() {
    clearTimeout(timer.current)
    request.current?.abort()
    setShown(NOTHING)
    setActiveId(undefined)
  }

  async function load(text: string) {
    request.current?.abort()
    request.current = new AbortController()
    try {
      const [response, { SuggestionGroups, readSuggestions }] = await Promise.all([
        fetch(paths.suggestions(text), { signal: request.current.signal }),
        loadSuggestions(),
      ])
      if (!response.ok) return close()
      const shown = readSuggestions(await response.json(), { text, listId })
      setGroups(() => SuggestionGroups)
      setShown(shown)
    } catch (error) {
      // A later key press took over, or the visitor is offline. The search itself still works.
      if (!(error instanceof DOMException && error.name === 'AbortError')) close()
    }
  }

  function onInput(event: InputEvent<HTMLInputElement>) {
    clearTimeout(timer.current)
    setActiveId(undefined)
    const text = cleanSearch(event.currentTarget.value)
    if (!text) return close()
    timer.current = setTimeout(() => void load(text), PAUSE_MS)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    // One more position than options: the input itself.
    const positions = options.length + 1
    setActiveId(options[((activeIndex + 1 + step + positions) % positions) - 1]?.id)
  }

  return {
    listId,
    options,
    Groups,
    notes,
    status,
    active,
    close,
    inputProps: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': active?.id,
      // Focusing the field means that typing is about to start.
      onFocus: () => void loadSuggestions().catch(() => undefined),
      // Unlike onChange, it also hears of what was typed before hydration; see early-input.tsx.
      onInput,
      onKeyDown,
    },
  }
}
