import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import type { BalanceAtDesk, OrderDetail } from '#server/orders/orders.views.ts'
import { AskedBadge } from './order-state.tsx'
import type { OrderProps } from './order.tsx'

export function hasBalance({ balance: { dueCents, requests } }: OrderDetail): boolean {
  return dueCents > 0 || requests.length > 0
}

/** Beside the state of the order, while the customer is to pay. */
export function BalanceBadge({ balance: { requests } }: OrderDetail) {
  const open = requests.find(({ standing }) => standing === 'open')
  return open && <AskedBadge cents={open.amountCents} />
}

/** Payment requests made after the order was bought, and requests that can be made. */
export function OrderBalance({ detail, formKey, isOwner }: OrderProps) {
  const { order, balance, attempts } = detail
  const { dueCents, toState, requests } = balance
  const [latest] = requests
  const open = requests.find(({ standing }) => standing === 'open')
  const isPaying = attempts.some(({ requestId, state }) => open && requestId === open.id && isOpenAttempt(state))
  const tax = `${toState ? `${US_STATES[toState]} ` : ''}sales tax`
  return (
    <Panel title={latest?.items ? 'Added items' : 'More sales tax'}>
      {latest && <Standing request={latest} isPaying={isPaying} />}
      {latest?.items && <ChangedItems items={latest.items} />}
      {!open && dueCents > 0 && (
        <p className={latest ? 'mt-3' : undefined}>
          The customer has paid {formatCents(dueCents)} less than {tax}. Unless they pay it, you owe it yourself.
        </p>
      )}
      {isOwner && (open || dueCents > 0) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {open && !isPaying && (
            <Action
              action={deskPaths.orderAction(order.id, 'balance-again')}
              fields={{ requestId: open.id, formKey }}
              label="Send again"
            />
          )}
          {open && (
            <Action
              action={deskPaths.orderAction(order.id, 'balance-withdraw')}
              fields={{ requestId: open.id }}
              confirm={`Withdraw the request for ${formatCents(open.amountCents)}? If the customer pays it anyway, that goes back to their card. ${open.items ? 'The order stays as it is.' : 'You owe the tax yourself.'}`}
              label="Withdraw"
            />
          )}
          {!open && dueCents > 0 && (
            <Action
              action={deskPaths.orderAction(order.id, 'balance')}
              fields={{ amountCents: String(dueCents) }}
              label={`Ask the customer for ${formatCents(dueCents)}`}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

function ChangedItems({ items }: { items: NonNullable<BalanceAtDesk['items']> }) {
  const { added, removed } = items
  return (
    <ul className="mt-3 grid gap-1">
      {added.map((item) => (
        <li key={item}>
          <span className="hint">Add</span> {item}
        </li>
      ))}
      {removed.map((item) => (
        <li key={item}>
          <span className="hint">Take out</span> {item}
        </li>
      ))}
    </ul>
  )
}

function Standing({ request, isPaying }: { request: BalanceAtDesk; isPaying: boolean }) {
  const { amountCents, standing, askedAt, expiresAt, endedAt, withdrawnBy, items } = request
  const amount = formatCents(amountCents)
  switch (standing) {
    case 'open':
      return (
        <p>
          {isPaying ? `The customer is paying ${amount}. ` : `Waiting for ${amount}. `}
          <span className="hint">
            Asked <When at={askedAt} />, can be paid until <When at={expiresAt} />.
            {items &&
              ' The order changes once it’s paid. Until then the bottles are reserved. Packing the order ends it.'}
          </span>
        </p>
      )
    case 'paid':
      return (
        <p>
          The customer paid {amount}. <span className="hint">{endedAt && <When at={endedAt} />}</span>
        </p>
      )
    case 'expired':
      return (
        <p>
          {endedAt && endedAt < expiresAt ? (
            <>
              The request for {amount} ended as the order was packed.{' '}
              <span className="hint">
                <When at={endedAt} />
              </span>
            </>
          ) : (
            <>
              The request for {amount} expired <When at={expiresAt} />.
            </>
          )}
        </p>
      )
    case 'withdrawn':
      return (
        <p>
          The request for {amount} was withdrawn{withdrawnBy === 'change' && ', as the order was changed'}.{' '}
          <span className="hint">{endedAt && <When at={endedAt} />}</span>
        </p>
      )
  }
}
