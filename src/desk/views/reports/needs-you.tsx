import { deskPaths } from '#desk/desk-paths.ts'
import { mailName } from '#desk/ui/mail-name.ts'
import { Panel } from '#desk/ui/screen.tsx'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { type OrderList, STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import { type PackingLoad, packingLoad } from '#domain/orders/packing-load.ts'
import { dayInYear } from '#domain/time/time-ago.ts'
import type { LowStock, Work } from '#server/reports/reports.views.ts'

const NOT_CONFIRMED = 'Square hasn’t confirmed yet. We keep asking.'

type NeedsYouProps = { work: Work; delivery: DeliveryRules; today: string }

/** Open work, the most urgent first; each row links to where it's done. */
export function NeedsYou({ work, delivery, today }: NeedsYouProps) {
  const { counts, countedUpTo, lowStock, failedMails, deliveryProblems, pendingBalances } = work
  const loadOf = (list: LateList) =>
    packingLoad(
      delivery,
      work.unshippedDays.filter(({ state }) => STATES_OF_LIST[list].includes(state)),
      today,
    )
  const { dueToday, oldestDay } = loadOf('to-pack')
  const needs: NeedProps[] = [
    {
      count: counts.deliveryProblems,
      title: counts.deliveryProblems === 1 ? 'Delivery problem' : 'Delivery problems',
      hint:
        deliveryProblems.map(({ number, note }) => `${number}: ${note ?? 'reported by the carrier'}`).join(' · ') +
        (counts.deliveryProblems > deliveryProblems.length ? ' …' : ''),
      href: ordersPath(deliveryProblems, 'problem'),
      label: ['View', counts.deliveryProblems === 1 ? 'order' : 'orders'],
    },
    {
      count: counts.toPack,
      title: counts.toPack === 1 ? 'Order to pack' : 'Orders to pack',
      hint: [
        dueToday > 0 && `${dueToday} due today.`,
        oldestDay && oldestDay < today && `The oldest is from ${dayInYear(oldestDay)}.`,
      ]
        .filter(Boolean)
        .join(' '),
      href: deskPaths.orders(),
      label: ['Pack', 'orders'],
    },
    ...LATE_LISTS.map((list) => lateNeed(list, loadOf(list))),
    {
      count: counts.toConfirm,
      title: counts.toConfirm === 1 ? 'Payment pending' : 'Payments pending',
      hint: NOT_CONFIRMED,
      href: deskPaths.orders({ list: 'confirming' }),
      label: ['View', 'payments'],
    },
    {
      count: counts.pendingBalances,
      title: counts.pendingBalances === 1 ? 'Balance payment pending' : 'Balance payments pending',
      hint: `${pendingBalances.map(({ number }) => number).join(' · ')}${counts.pendingBalances > pendingBalances.length ? ' …' : ''}: ${NOT_CONFIRMED}`,
      href: ordersPath(pendingBalances, 'owing'),
      label: ['View', counts.pendingBalances === 1 ? 'balance' : 'balances'],
    },
    {
      count: counts.toRead,
      title: counts.toRead === 1 ? 'Review to moderate' : 'Reviews to moderate',
      hint: 'Shoppers see a review once you publish it.',
      href: deskPaths.reviews(),
      label: ['Read', 'reviews'],
    },
    {
      count: counts.lowStock,
      title: counts.lowStock === 1 ? 'Product low in stock' : 'Products low in stock',
      hint: lowStock.map(stockLine).join(' · ') + (counts.lowSizes > lowStock.length ? ' …' : ''),
      href: stockPath(lowStock),
      label: ['Update', 'inventory'],
    },
    {
      count: counts.deadMail,
      title: counts.deadMail === 1 ? 'Undelivered email' : 'Undelivered emails',
      hint: failedMails[0] && `${mailName(failedMails[0].template)} to ${failedMails[0].recipient}`,
      href: '#undelivered',
      label: ['Fix', 'emails'],
    },
  ]
  const rows = needs.filter(({ count }) => count > 0)
  return (
    <Panel title="Needs you">
      {rows.length === 0 ? (
        <p className="mt-2 text-soft">You’re all caught up. New orders and reviews show up here.</p>
      ) : (
        <ul className="needs">
          {rows.map((row, index) => (
            <Need key={row.title} {...row} upTo={countedUpTo} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Unshipped orders, each of whose lists can be late. */
const LATE_LISTS = ['to-pack', 'packed', 'partly-shipped'] as const satisfies readonly OrderList[]
type LateList = (typeof LATE_LISTS)[number]
const LATE_NAMES: Record<LateList, string> = { 'to-pack': '', packed: 'packed ', 'partly-shipped': 'partly shipped ' }

function lateNeed(list: LateList, { late, lateSince }: PackingLoad): NeedProps {
  const orders = late === 1 ? 'order' : 'orders'
  const subject = LATE_NAMES[list] + orders
  return {
    count: late,
    title: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${late === 1 ? 'is' : 'are'} late`,
    hint: lateSince && `${late === 1 ? 'It' : 'The oldest'} should have shipped by ${dayInYear(lateSince)}.`,
    href: deskPaths.orders({ list, placed: 'late' }),
    label: ['View', `late ${subject}`],
  }
}

type NeedProps = {
  count: number
  title: string
  hint: string | undefined
  href: string
  /** On a phone only the verb is shown. */
  label: [verb: string, object: string]
}

function Need({
  count,
  title,
  hint,
  href,
  label: [verb, object],
  upTo,
  isFirst,
}: NeedProps & { upTo: number; isFirst: boolean }) {
  return (
    <li>
      <span className="need-count">{count >= upTo ? `${upTo - 1}+` : count}</span>
      <span className="min-w-0">
        <span className="need-title">{title}</span>
        <span className="hint block break-words">{hint}</span>
      </span>
      <a className={isFirst ? 'button' : 'button button-quiet'} href={href}>
        {verb} <span className="need-object">{object}</span>
      </a>
    </li>
  )
}

function stockLine({ name, size, onHand }: LowStock): string {
  const product = size === 'single' ? name : `${name} ${size}`
  return onHand === 0 ? `${product}: out of stock` : `${product}: ${onHand} left`
}

/** Straight to the order, if it is only one. */
function ordersPath(orders: readonly { orderId: string }[], list: OrderList): string {
  const [first, ...others] = orders
  return first && others.length === 0 ? deskPaths.order(first.orderId) : deskPaths.orders({ list })
}

/** Straight to the product, if it is only one. */
function stockPath(lowStock: readonly LowStock[]): string {
  const [first, ...others] = new Set(lowStock.map(({ productId }) => productId))
  return first !== undefined && others.length === 0 ? deskPaths.product(first) : deskPaths.products({ stock: 'low' })
}
