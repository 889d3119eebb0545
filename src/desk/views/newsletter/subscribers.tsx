import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { counted } from '#domain/time/display.ts'
import type { FoundSubscriber } from '#server/newsletter/newsletter.views.ts'

type SubscribersProps = {
  count: number
  part: string
  subscribers: readonly FoundSubscriber[]
  first: string | undefined
  next: string | undefined
  /** Only the owner may see the whole list and customers' data. */
  isOwner: boolean
}

export function Subscribers({ count, part, subscribers, first, next, isOwner }: SubscribersProps) {
  const columns = isOwner ? [...COLUMNS, DATA] : COLUMNS
  return (
    <>
      <ScreenHead title="Subscribers" lead={`${counted(count, 'person', 'people')} subscribed to the newsletter.`}>
        {isOwner && (
          <a className="button button-quiet" href={deskPaths.exportSubscribers()}>
            Export
          </a>
        )}
      </ScreenHead>
      <form method="get" action={deskPaths.subscribers()} className="search-line">
        <Field name="part" label="Search by email" defaultValue={part} autoComplete="off" type="search" />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      <div className="mt-6">
        {subscribers.length === 0 ? (
          <Empty>{part ? 'No subscribers match.' : 'No subscribers yet.'}</Empty>
        ) : (
          <DataTable caption="Subscribers, newest first" columns={columns} rows={subscribers} keyOf={({ id }) => id} />
        )}
      </div>
      <Pager first={first} next={next} />
    </>
  )
}

const LEFT = { unsubscribed: 'Unsubscribed', bounced: 'Bounced', complained: 'Marked as spam' }

const COLUMNS: Column<FoundSubscriber>[] = [
  { head: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
  { head: 'Signed up', cell: ({ consentedAt }) => <When at={consentedAt} /> },
  { head: 'Source', cell: ({ source }) => source },
  {
    head: 'Welcome code',
    cell: ({ discountCode, usedCount }) => (
      <span>
        <a href={deskPaths.code(discountCode)}>{discountCode}</a>
        {usedCount > 0 && <span className="badge badge-good ml-2">Used</span>}
      </span>
    ),
  },
  {
    head: 'Status',
    cell: ({ unsubscribedAt, leftBecause }) =>
      unsubscribedAt ? (
        <span className="badge">
          {LEFT[leftBecause ?? 'unsubscribed']} <When at={unsubscribedAt} />
        </span>
      ) : (
        <span className="badge badge-good">Subscribed</span>
      ),
  },
]

const DATA: Column<FoundSubscriber> = {
  head: 'Customer data',
  cell: ({ email }) => (
    <a className="underlined" href={deskPaths.customer(email)}>
      View or delete<span className="sr-only"> {email}</span>
    </a>
  ),
}
