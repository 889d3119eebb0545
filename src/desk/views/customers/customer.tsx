import type { ReactNode } from 'react'
import { MAX_NOTE } from '#contract/customer-note.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditText, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { mailName } from '#desk/ui/mail-name.ts'
import { BackLink, Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { OrderStateBadges } from '#desk/views/orders/order-state.tsx'
import type { CustomerFigures } from '#domain/customers/customer-figures.ts'
import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import type { Person } from '#server/customers/customers.views.ts'

type CustomerScreenProps = { person: Person; form: FormState }

/** Everything the shop stores about one email address, and the owner's notes on the customer. */
export function CustomerScreen({ person, form }: CustomerScreenProps) {
  const { email, orders, reviews, mails, canForget, figures } = person
  const [latest] = orders
  const isKnown = canForget || orders.length + reviews.length + mails.length > 0
  return (
    <>
      <BackLink href={deskPaths.customers()}>Customers</BackLink>
      <ScreenHead
        title={latest ? `${latest.firstName} ${latest.lastName}` : email}
        lead={isKnown && <Contact email={email} />}
      >
        <div className="flex flex-wrap gap-2">
          {isKnown && (
            <a className="button button-quiet" href={deskPaths.exportCustomer(email)}>
              Download data
            </a>
          )}
          {canForget && (
            <Action
              action={deskPaths.forgetCustomer()}
              fields={{ email }}
              label="Delete data"
              confirm={`Delete the data of ${email}? This removes the address from the newsletter, from sent emails, and from reviews, and deletes your note. Orders are kept, as tax law requires. This can’t be undone.`}
            />
          )}
        </div>
      </ScreenHead>
      {!isKnown && (
        <div className="mt-6">
          <Empty>No data stored for {email}.</Empty>
        </div>
      )}
      <div className="panels mt-6">
        {orders.length > 0 && <Figures {...figures} />}
        {isKnown && <NoteForm email={email} form={form} />}
      </div>
      <Held {...person} />
    </>
  )
}

function Contact({ email }: { email: string }) {
  return (
    <a className="underlined break-all" href={`mailto:${email}`}>
      {email}
    </a>
  )
}

function Figures({ orders, spentCents, firstOrderAt, lastOrderAt, codes }: CustomerFigures) {
  return (
    <Panel title="Summary">
      <dl className="facts max-sm:grid-cols-2">
        <Fact name="Orders">{orders}</Fact>
        <Fact name="Spent after refunds">{formatCents(spentCents)}</Fact>
        {firstOrderAt && lastOrderAt && (
          <>
            <Fact name="First order">
              <When at={firstOrderAt} />
            </Fact>
            <Fact name="Last order">
              <When at={lastOrderAt} />
            </Fact>
          </>
        )}
        {codes.length > 0 && (
          <Fact name="Discount codes">
            {codes.map((code) => (
              <a key={code} className="underlined mr-3" href={deskPaths.code(code)}>
                {code}
              </a>
            ))}
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function NoteForm({ email, form }: { email: string; form: FormState }) {
  return (
    <Panel title="Note and tags" id="customer-note">
      <form method="post" action={deskPaths.customerNote()} className="grid gap-4">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <input type="hidden" name="email" value={email} />
        <EditText
          form={form}
          name="note"
          label="Note"
          hint="Only your team sees it."
          isCopy={false}
          maxLength={MAX_NOTE}
        />
        <EditField
          form={form}
          name="tags"
          label="Tags"
          hint="Separate tags with commas: VIP, wholesale"
          autoComplete="off"
          autoCapitalize="off"
        />
        <button type="submit" className="button justify-self-start">
          Save
        </button>
      </form>
    </Panel>
  )
}

const LEFT = { unsubscribed: 'unsubscribed', bounced: 'bounced', complained: 'marked as spam' }

function Held({ subscriber, orders, reviews, mails }: Person) {
  return (
    <div className="panels mt-6">
      {subscriber && (
        <Panel title="Newsletter">
          <p>
            {subscriber.email} · signed up <When at={subscriber.consentedAt} />
            {subscriber.unsubscribedAt && (
              <>
                {' '}
                · {LEFT[subscriber.leftBecause ?? 'unsubscribed']} <When at={subscriber.unsubscribedAt} />
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
                    <When at={order.createdAt} /> · {formatCents(order.totalCents + paidLaterCents(order))}
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
  )
}
