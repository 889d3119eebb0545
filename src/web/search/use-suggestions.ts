import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Suggestions } from '#contract/suggestions.ts'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import { paths } from '#web/paths.ts'
import { isNarrowScreen } from '#web/ui/use-is-narrow.ts'

export type SuggestionOption = {
  id: string
  kind: 'oil' | 'ingredient' | 'guide' | 'all'
  name: string
  to: string
  note?: string
  groups?: readonly string[]
  product?: Suggestions['products'][number]
}

/** A phone has room for fewer above its keyboard. */
const OILS_ON_PHONES = 3

const PAUSE_MS = 120

export type SuggestionState = ReturnType<typeof useSuggestions>

/** A type-ahead combobox: arrows move through the options, Enter takes one, Escape closes the list. */
export function useSuggestions() {
  const listId = useId()
  const [total, setTotal] = useState(0)
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
      setOptions(toOptions(found, text))
      setTotal(found.total)
    } catch (error) {
      // A later key press took over, or the visitor is offline: the search itself still works.
      if (!(error instanceof DOMException && error.name === 'AbortError')) close()
    }
  }

  /** The ids are those of elements. */
  function toOptions({ products, ingredients, guides, total: found }: Suggestions, text: string): SuggestionOption[] {
    const shown = isNarrowScreen() ? products.slice(0, OILS_ON_PHONES) : products
    return [
      ...shown.map((product) => ({
        id: `${listId}-${product.slug}`,
        kind: 'oil' as const,
        name: product.name,
        to: paths.product(product.slug),
        product,
      })),
      ...ingredients.map(({ slug, name, summary, groups }) => ({
        id: `${listId}-i-${slug}`,
        kind: 'ingredient' as const,
        name,
        to: paths.ingredient(slug),
        note: summary,
        groups,
      })),
      ...guides.map(({ name, path }, index) => ({
        id: `${listId}-g-${index}`,
        kind: 'guide' as const,
        name,
        to: path,
      })),
      ...(found > 0
        ? [
            {
              id: `${listId}-all`,
              kind: 'all' as const,
              name: found === 1 ? 'See the result' : `See all ${found} results`,
              to: paths.shopAll({ search: text }),
            },
          ]
        : []),
    ]
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
    total,
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
