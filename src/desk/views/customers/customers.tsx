import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { ListedCustomer } from '#server/customers/customers.views.ts'

type CustomersProps = {
  search: string
  tag: string
  tags: readonly string[]
  customers: readonly ListedCustomer[]
  /** More match the search than are listed. */
  hasMore: boolean
  first: string | undefined
  next: string | undefined
  /** Set if the search is an address the shop may have data about without an order. */
  email: string | undefined
}

export function Customers({ search, tag, tags, customers, hasMore, first, next, email }: CustomersProps) {
  return (
    <>
      <ScreenHead title="Customers" lead="Everyone who has ordered, by their latest order." />
      <form method="get" action={deskPaths.customers()} className="search-line">
        <Field name="q" label="Name or email" defaultValue={search} autoComplete="off" type="search" />
        {tag && <input type="hidden" name="tag" value={tag} />}
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      {tags.length > 0 && <TagFilter search={search} tag={tag} tags={tags} />}
      <div className="mt-6">
        {customers.length === 0 ? (
          <Empty>{search || tag ? 'No customers match.' : 'No customers yet.'}</Empty>
        ) : (
          <DataTable
            caption="Customers, latest order first"
            columns={COLUMNS}
            rows={customers}
            keyOf={({ id }) => id}
          />
        )}
      </div>
      {hasMore && (
        <p className="hint mt-4">Many customers match, and only some are listed. Type more of the name or email.</p>
      )}
      {email && (
        <p className="mt-4">
          <a className="underlined" href={deskPaths.customer(email)}>
            See everything stored about {email}
          </a>
        </p>
      )}
      <Pager first={first} next={next} />
    </>
  )
}

function TagFilter({ search, tag, tags }: Pick<CustomersProps, 'search' | 'tag' | 'tags'>) {
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label="Tags">
      {['', ...tags].map((choice) => (
        <a
          key={choice}
          className="chip"
          href={deskPaths.customers({ q: search, tag: choice })}
          aria-current={choice === tag ? 'true' : undefined}
        >
          {choice || 'All customers'}
        </a>
      ))}
    </nav>
  )
}

const COLUMNS: Column<ListedCustomer>[] = [
  {
    head: 'Customer',
    cell: ({ email, firstName, lastName }) => (
      <span className="min-w-0">
        <a href={deskPaths.customer(email)}>
          {firstName} {lastName}
        </a>
        <span className="hint block break-all">{email}</span>
      </span>
    ),
  },
  {
    head: 'Tags',
    cell: ({ tags }) =>
      tags.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <span key={tag} className="badge">
              {tag}
            </span>
          ))}
        </span>
      ),
  },
  { head: 'Last order', cell: ({ lastOrderAt }) => <When at={lastOrderAt} /> },
  { head: 'Orders', cell: ({ orders }) => orders, isNumber: true },
  { head: 'Spent', cell: ({ spentCents }) => formatCents(spentCents), isNumber: true },
]
