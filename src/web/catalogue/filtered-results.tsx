import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { foundCount } from '#domain/catalogue/found-count.ts'
import {
  choiceLabel,
  listChoices,
  type OfferedGroup,
  type ProductFilter,
  readFilter,
  SORTS,
  withoutChoice,
} from '#domain/catalogue/product-filter.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FILTER_FORM, FilterForm } from './filter-form.tsx'

export type FilteredResultsProps = {
  filter: ProductFilter
  choices: readonly OfferedGroup[]
  total: number
  /** The address of the page with other choices. */
  toAddress: (filter: ProductFilter) => string
  /** The default order. */
  ownOrder: string
  search?: string
  children: ReactNode
}

/** Products next to their filter. Choices and order are in the URL, so Back, a reload and a shared link keep them. */
export function FilteredResults(props: FilteredResultsProps) {
  const { filter, choices, total, toAddress, ownOrder, search, children } = props
  const navigate = useNavigate()
  const [path = ''] = toAddress({}).split('?')
  const clearTo = toAddress(filter.sort ? { sort: filter.sort } : {})

  function choose(form: HTMLFormElement) {
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    void navigate(toAddress(readFilter(new URLSearchParams(fields))), { replace: true, preventScrollReset: true })
  }

  return (
    <div className="wrap pt-8 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
      <FilterForm choices={choices} path={path} clearTo={clearTo} search={search} total={total} onChoice={choose} />
      <div>
        <div className="filter-bar sticky z-20 -mx-gutter flex min-h-16 items-center gap-x-4 gap-y-2 bg-bone px-gutter py-2 lg:static lg:mx-0 lg:flex-wrap lg:px-0 lg:pt-0">
          <button
            className="flex min-h-11 items-center gap-2 rounded-pill border border-soft bg-paper px-5 lg:hidden"
            type="button"
            popoverTarget={FILTER_FORM}
          >
            <Icon name="filter" className="size-4" />
            Filter
            {listChoices(filter).length > 0 && ` · ${listChoices(filter).length}`}
          </button>
          <Chosen filter={filter} toAddress={toAddress} clearTo={clearTo} />
          {/* The heading of a search says how many were found. */}
          <p
            className={search ? 'sr-only' : 'text-small whitespace-nowrap text-soft tabular-nums outline-none'}
            id="found"
            role={search ? undefined : 'status'}
            tabIndex={-1}
          >
            {foundCount(total, 'oil')}
          </p>
          <SortChoice filter={filter} ownOrder={ownOrder} onChoice={choose} />
        </div>
        {children}
      </div>
    </div>
  )
}

type ChosenProps = Pick<FilteredResultsProps, 'filter' | 'toAddress'> & { clearTo: string }

function Chosen({ filter, toAddress, clearTo }: ChosenProps) {
  const choices = listChoices(filter)
  if (choices.length === 0) return null
  // The pressed link is gone afterward, which would lose the focus.
  const keepFocus = () => document.querySelector<HTMLElement>('#found')?.focus()
  return (
    <ul className="hidden flex-wrap items-center gap-3 lg:flex" aria-label="Chosen">
      {choices.map((choice) => (
        <li key={`${choice.group} ${choice.option}`}>
          <Link
            className="flex min-h-11 items-center gap-2 rounded-pill border border-ink bg-paper px-4 text-small hover:bg-linen"
            to={toAddress(withoutChoice(filter, choice))}
            preventScrollReset
            onClick={keepFocus}
          >
            <span className="sr-only">Remove </span>
            {choiceLabel(choice)}
            <Icon name="close" className="size-3" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="underlined text-small" to={clearTo} preventScrollReset onClick={keepFocus}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}

type SortChoiceProps = Pick<FilteredResultsProps, 'filter' | 'ownOrder'> & { onChoice: (form: HTMLFormElement) => void }

function SortChoice({ filter, ownOrder, onChoice }: SortChoiceProps) {
  return (
    <div className="ml-auto flex items-center gap-2">
      <label className="sr-only" htmlFor="sort">
        Sort by
      </label>
      <select
        className="select-quiet min-h-11 max-w-38 text-small lg:max-w-none"
        id="sort"
        name="sort"
        form={FILTER_FORM}
        key={filter.sort}
        defaultValue={filter.sort ?? ''}
        onChange={({ currentTarget: { form } }) => form && onChoice(form)}
      >
        <option value="">{ownOrder}</option>
        {Object.entries(SORTS).map(([sort, label]) => (
          <option value={sort} key={sort}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button className="underlined text-small" type="submit" form={FILTER_FORM}>
          Sort
        </button>
      </noscript>
    </div>
  )
}

/** Shown if no product matches all choices. */
export function NothingLeft({ clearTo }: { clearTo: string }) {
  return (
    <div className="py-16 text-center">
      <p className="display text-title">No oil has all of this.</p>
      <p className="mt-4">
        <Link className="underlined" to={clearTo}>
          Clear all
        </Link>
      </p>
    </div>
  )
}
