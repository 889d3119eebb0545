import { useCallback } from 'react'
import { Form, Link } from 'react-router'
import { foundCount } from '#domain/catalogue/found-count.ts'
import type { OfferedGroup } from '#domain/catalogue/product-filter.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

export const FILTER_FORM = 'filters'

type FilterFormProps = {
  choices: readonly OfferedGroup[]
  /** The page's address without any choice. */
  path: string
  clearTo: string
  search: string | undefined
  total: number
  onChoice: (form: HTMLFormElement) => void
}

/**
 * A rail next to the results, or a sheet over them on a phone: a popover, which opens and closes without a script, even
 * with Escape. Without a script the button submits the form; with one, every tick does.
 */
export function FilterForm({ choices, path, clearTo, search, total, onChoice }: FilterFormProps) {
  const [count, noun] = foundCount(total, 'oil').split(' ')
  const ticked = choices.flatMap(({ group, options }) =>
    options.flatMap(({ option, isChosen }) => (isChosen ? [`${group}=${option}`] : [])),
  )
  const key = ticked.join('&')
  // Back and links change the ticks, too. A new key would also do that, but lose the focus.
  const tick = useCallback(
    (form: HTMLFormElement | null) => {
      const chosen = key.split('&')
      for (const box of form?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
        box.checked = chosen.includes(`${box.name}=${box.value}`)
    },
    [key],
  )
  return (
    <Form
      className="inset-x-0 top-26 bottom-0 m-0 h-auto max-h-none w-full max-w-none overflow-y-auto rounded-t-[12px] bg-paper p-0 text-ink backdrop:bg-shade/45 lg:static lg:block lg:overflow-visible lg:bg-transparent"
      id={FILTER_FORM}
      popover="auto"
      aria-label="Filter"
      ref={tick}
      action={path}
      preventScrollReset
      onChange={({ currentTarget }) => onChoice(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        onChoice(event.currentTarget)
        if (event.currentTarget.matches(':popover-open')) event.currentTarget.hidePopover()
      }}
    >
      <div className="flex items-center justify-between px-gutter pt-4 pb-2 lg:hidden">
        <h2 className="text-title">Filter</h2>
        <button
          className="-mr-2.5 flex size-11 items-center justify-center"
          type="button"
          popoverTarget={FILTER_FORM}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <span className="sr-only">Close filter</span>
        </button>
      </div>
      {search && <input type="hidden" name="search" value={search} />}
      <div className="px-gutter lg:px-0">
        {choices.map((group) => (
          <Group {...group} key={group.group} />
        ))}
      </div>
      {search && (
        <div className="border-t border-line py-5 max-lg:hidden">
          <p className="display text-title">Not sure?</p>
          <p className="mt-1 mb-3 text-small text-soft">Four questions, and we’ll put a routine together.</p>
          <Link className="underlined text-small" to={paths.skinFinder()}>
            Open the skin finder
          </Link>
        </div>
      )}
      <div className="sticky bottom-0 mt-2 flex items-center gap-6 border-t border-line bg-paper px-gutter py-4 lg:hidden">
        <Link className="underlined" to={clearTo} preventScrollReset>
          Clear all
        </Link>
        <button className="button min-h-13 flex-1" type="submit">
          {/* Without a script the number is from before the latest choices. */}
          Show<span className="mx-1 [@media(scripting:none)]:hidden">{count}</span> {noun}
        </button>
      </div>
      <noscript>
        <button className="button mt-4 max-lg:hidden" type="submit">
          Apply
        </button>
      </noscript>
    </Form>
  )
}

function Group({ group, label, options }: OfferedGroup) {
  return (
    <fieldset className="border-t border-line py-4">
      <legend className="eyebrow float-left mb-1 w-full">{label}</legend>
      <ul className="clear-both">
        {options.map(({ option, label: name, count, isChosen }) => (
          <li key={option}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 lg:min-h-8 lg:text-small">
              <input
                className="size-5 shrink-0 accent-forest lg:size-4"
                type="checkbox"
                name={group}
                value={option}
                defaultChecked={isChosen}
              />
              <span className="flex-1">{name}</span>
              {count !== undefined && (
                <span className="text-soft tabular-nums">
                  {count}
                  <span className="sr-only"> {count === 1 ? 'oil' : 'oils'}</span>
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
