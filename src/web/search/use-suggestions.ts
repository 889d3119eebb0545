import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import { paths } from '#web/paths.ts'

export type SuggestionOption = { id: string; kind: 'Oil' | 'Ingredient'; name: string; to: string }

const PAUSE_MS = 120

export type SuggestionState = ReturnType<typeof useSuggestions>

/** A type-ahead combobox: arrows move through the options, Enter takes one, Escape closes the list. */
export function useSuggestions() {
  const listId = useId()
  const [options, setOptions] = useState<readonly SuggestionOption[]>([])
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
    setOptions([])
    setActiveId(undefined)
  }

  async function load(text: string) {
    request.current?.abort()
    request.current = new AbortController()
    try {
      const [response, { suggestionsSchema }] = await Promise.all([
        fetch(paths.suggestions(text), { signal: request.current.signal }),
        import('#contract/suggestions.ts'),
      ])
      if (!response.ok) return close()
      const found = suggestionsSchema.parse(await response.json())
      setOptions([
        ...found.products.map(({ slug, name }) => ({
          id: `${listId}-${slug}`,
          kind: 'Oil' as const,
          name,
          to: paths.product(slug),
        })),
        ...found.ingredients.map(({ slug, name }) => ({
          id: `${listId}-i-${slug}`,
          kind: 'Ingredient' as const,
          name,
          to: paths.ingredients(slug),
        })),
      ])
    } catch (error) {
      // A later key press took over, or the visitor is offline: the search itself still works.
      if (!(error instanceof DOMException && error.name === 'AbortError')) close()
    }
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    clearTimeout(timer.current)
    setActiveId(undefined)
    const text = cleanSearch(event.target.value)
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
    active,
    inputProps: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': active?.id,
      onChange,
      onKeyDown,
    },
  }
}
