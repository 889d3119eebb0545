import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { mailName } from '#desk/ui/mail-name.ts'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { OrderStateBadges } from '#desk/views/orders/order-state.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { Person } from '#server/customers/customers.views.ts'

/** Without a customer, no search was made, or the input was not an email address. */
export function CustomerScreen({ email, person }: { email: string; person: Person | undefined }) {
  return (
    <>
      <p className="mb-3">
        <a className="underlined text-small" href={deskPaths.subscribers()}>
          All subscribers
        </a>
      </p>
      <ScreenHead
        title="Customer data"
        lead="Everything stored about an email address, for customers who ask to see or delete their data."
      />
      <form method="get" action={deskPaths.customer()} className="search-line">
        <Field
          name="email"
          label="Email"
          type="email"
          defaultValue={email}
          autoComplete="off"
          required
          error={email && !person ? 'Enter a valid email address.' : undefined}
        />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      {person && <Held {...person} />}
    </>
  )
}

function Held({ email, subscriber, orders, reviews, mails, canForget }: Person) {
  if (!subscriber && [...orders, ...reviews, ...mails].length === 0)
    return (
      <div className="mt-6">
        <Empty>No data stored for {email}.</Empty>
      </div>
    )
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        <a className="button button-quiet" href={deskPaths.exportCustomer(email)}>
          Download data
        </a>
        {canForget && (
          <Action
            action={deskPaths.forgetCustomer()}
            fields={{ email }}
            label="Delete data"
            confirm={`Delete the data of ${email}? This removes the address from the newsletter, from sent emails, and from reviews. Orders are kept, as tax law requires. This can’t be undone.`}
          />
        )}
      </div>
      <div className="panels mt-6">
        {subscriber && (
          <Panel title="Newsletter">
            <p>
              {subscriber.email} · signed up <When at={subscriber.consentedAt} />
              {subscriber.unsubscribedAt && (
                <>
                  {' '}
                  · unsubscribed <When at={subscriber.unsubscribedAt} />
                </>
              )}
              <span className="hint block">
                Welcome code{' '}
                <a className="underlined" href={deskPaths.code(subscriber.discountCode)}>
                  {subscriber.discountCode}
                </a>
              </span>
            </p>
          </Panel>
        )}
        {orders.length > 0 && (
          <Panel title="Orders">
            <ul className="lines">
              {orders.map((order) => (
                <li key={order.id}>
                  <span className="min-w-0">
                    <a className="underlined" href={deskPaths.order(order.id)}>
                      {order.number}
                    </a>
                    <span className="hint block">
                      <When at={order.createdAt} /> · {formatCents(order.totalCents)}
                    </span>
                  </span>
                  <OrderStateBadges order={order} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {reviews.length > 0 && (
          <Panel title="Reviews">
            <ul className="lines">
              {reviews.map(({ id, title, reviewerName, reviewDate, isPublished }) => (
                <li key={id}>
                  <span className="min-w-0">
                    {title}
                    <span className="hint block">
                      {reviewerName} · <When at={reviewDate} />
                    </span>
                  </span>
                  <span className={isPublished ? 'badge badge-good' : 'badge'}>
                    {isPublished ? 'Published' : 'Not published'}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {mails.length > 0 && (
          <Panel title="Emails">
            <ul className="lines">
              {mails.map(({ id, template, recipient, createdAt, sentAt }) => (
                <li key={id}>
                  <span className="min-w-0">
                    {mailName(template)}
                    <span className="hint block break-all">
                      {recipient} · {sentAt ? 'sent' : 'queued'} <When at={sentAt ?? createdAt} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}
