import { deskPaths } from '#desk/desk-paths.ts'
import { PLACED, PLACED_NAMES } from '#domain/orders/order-filter.ts'
import { shopDay } from '#domain/time/display.ts'
import { daysName } from '#domain/time/report-range.ts'
import type { OrdersProps } from './list.tsx'

type OrderFiltersProps = OrdersProps & { isSearch: boolean }

/** Filters are addresses: Back, bookmarks and links work. A search is not saved, as it is often a person's name. */
export function OrderFilters(props: OrderFiltersProps) {
  return (
    <>
      <FilterMenu {...props} />
      <SavedFilters {...props} />
    </>
  )
}

function FilterMenu({ list, placed, paid, now }: OrderFiltersProps) {
  const names = [placed && PLACED_NAMES[placed], paid && `Paid ${daysName(paid, shopDay(now))}`].filter(Boolean)
  return (
    <details className="order-menu">
      <summary className="button button-quiet">{['Filter', ...names].join(': ')}</summary>
      <div className="order-menu-sheet">
        <p className="hint">Placed</p>
        <ul>
          <li>
            <a href={deskPaths.orders({ list })} aria-current={names.length === 0 || undefined}>
              Any time
            </a>
          </li>
          {PLACED.map((name) => (
            <li key={name}>
              <a href={deskPaths.orders({ list, placed: name })} aria-current={(placed === name && !paid) || undefined}>
                {PLACED_NAMES[name]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

function SavedFilters({ list, placed, paid, filters, isSearch, mayWork }: OrderFiltersProps) {
  const query = new URLSearchParams({ list, ...(placed && { placed }) }).toString()
  if (!mayWork && filters.length === 0) return undefined
  return (
    <details className="order-menu">
      <summary className="button button-quiet">Saved filters</summary>
      <div className="order-menu-sheet">
        <ul>
          {filters.map((filter) => (
            <li key={filter.id}>
              <a href={deskPaths.ordersAt(filter.query)}>{filter.name}</a>
              {mayWork && (
                <form method="post" action={deskPaths.removeOrderFilter()}>
                  <input type="hidden" name="id" value={filter.id} />
                  <button type="submit" className="underlined text-fine">
                    Remove<span className="sr-only"> {filter.name}</span>
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
        {filters.length === 0 && <p className="hint">None yet.</p>}
        {/* Fixed days are of no use later. */}
        {mayWork && !isSearch && !paid && (
          <form method="post" action={deskPaths.saveOrderFilter()} className="order-menu-form">
            <input type="hidden" name="query" value={query} />
            <div className="field-group">
              <label htmlFor="filter-name">Name for this view</label>
              <input id="filter-name" name="name" className="field" required maxLength={40} autoComplete="off" />
            </div>
            <button type="submit" className="button button-quiet">
              Save filter
            </button>
          </form>
        )}
      </div>
    </details>
  )
}
