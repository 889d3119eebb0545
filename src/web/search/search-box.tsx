import { type FocusEvent, type SubmitEvent, useRef } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { cleanSearch, MAX_SEARCH_LENGTH } from '#domain/catalogue/search-terms.ts'
import { HeaderFold } from '#web/frame/header-fold.tsx'
import { paths } from '#web/paths.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** Underlined, thicker with the focus, to avoid a third frame. Enter opens the results; blank text closes the box. */
export function SearchBox() {
  const { key } = useLocation()
  // A new key on every navigation resets the box: closed and empty.
  return <SearchDisclosure key={key} />
}

function SearchDisclosure() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const suggestions = useSuggestions()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = suggestions.active
    const text = cleanSearch(input.current?.value)
    if (chosen) void navigate(chosen.to)
    else if (text) void navigate(paths.shopAll({ search: text }))
  }

  function clear() {
    suggestions.close()
    input.current?.focus()
  }

  /** With the Tab key. A click beside it has no element to focus, and is handled with the list. */
  function closeIfLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) suggestions.close()
  }

  return (
    <HeaderFold label="Search" icon="search" onOpen={() => input.current?.focus()}>
      <search className="absolute inset-x-0 top-full z-30 border-y border-line bg-paper shadow-xl">
        <Form
          className="wrap relative py-5"
          action={paths.shopAll()}
          onSubmit={submit}
          onReset={clear}
          onBlur={closeIfLeft}
        >
          <div className="flex items-end gap-3 border-b border-ink has-[input:focus-visible]:shadow-[0_1px_0_var(--color-ink)]">
            <label className="sr-only" htmlFor="search-text">
              Search the shop
            </label>
            <input
              className="min-h-11 min-w-0 flex-1 bg-transparent text-lead outline-offset-4 placeholder:text-soft peer not-forced-colors:outline-none"
              id="search-text"
              name="search"
              ref={input}
              type="text"
              enterKeyHint="search"
              placeholder="Rosehip, dry hands, hair …"
              maxLength={MAX_SEARCH_LENGTH}
              autoComplete="off"
              {...suggestions.inputProps}
            />
            <button className="min-h-11 text-small text-soft peer-placeholder-shown:hidden" type="reset">
              Clear
            </button>
            <button className="button" type="submit">
              Search
            </button>
          </div>
          <SuggestionList suggestions={suggestions} />
        </Form>
      </search>
    </HeaderFold>
  )
}
