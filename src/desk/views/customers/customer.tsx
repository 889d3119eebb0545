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
        title="Somebody’s data"
        lead="All that the shop holds about one address, for whoever asks to see it or to be forgotten."
      />
      <form method="get" action={deskPaths.customer()} className="search-line">
        <Field
          name="email"
          label="E-mail"
          type="email"
          defaultValue={email}
          autoComplete="off"
          required
          error={email && !person ? 'This is no e-mail address.' : undefined}
        />
        <button type="submit" className="button button-quiet">
          Look up
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
        <Empty>The shop holds nothing about {email}.</Empty>
      </div>
    )
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        <a className="button button-quiet" href={deskPaths.exportCustomer(email)}>
          Download all of it
        </a>
        {canForget && (
          <Action
            action={deskPaths.forgetCustomer()}
            fields={{ email }}
            label="Forget them"
            confirm={`Forget ${email}? The address goes from the newsletter, from mails that were sent and from reviews. Orders stay, as tax law asks. This cannot be undone.`}
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
                    {isPublished ? 'Published' : 'Not shown'}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {mails.length > 0 && (
          <Panel title="Mails">
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
