import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import type { OrderList } from '#domain/orders/order-lists.ts'

type BarAction =
  | 'slips'
  | 'labels'
  | 'buy'
  | 'tracking'
  | 'pack'
  | 'unpack'
  | 'ship'
  | 'unship'
  | 'deliver'
  | 'undeliver'

type BarButton = { label: string; short: string; method: 'get' | 'post'; path: string; isMain?: true; key?: string }

const BUTTONS: Record<BarAction, BarButton> = {
  slips: { label: 'Print slips', short: 'Slips', method: 'get', path: deskPaths.packingSlips() },
  labels: { label: 'Print labels', short: 'Labels', method: 'get', path: deskPaths.addressLabels() },
  buy: { label: 'Buy labels', short: 'Buy labels', method: 'get', path: labelPaths.buyLabels() },
  tracking: { label: 'Add tracking', short: 'Tracking', method: 'get', path: deskPaths.tracking(), key: 's' },
  unpack: { label: 'Unpack', short: 'Unpack', method: 'post', path: deskPaths.bulkOrders('unpack') },
  pack: {
    label: 'Mark packed',
    short: 'Mark packed',
    method: 'post',
    path: deskPaths.bulkOrders('pack'),
    isMain: true,
    key: 'p',
  },
  ship: {
    label: 'Mark as shipped',
    short: 'Mark shipped',
    method: 'post',
    path: deskPaths.bulkOrders('ship'),
    isMain: true,
  },
  unship: { label: 'Undo shipped', short: 'Undo shipped', method: 'get', path: deskPaths.bulkOrders('unship') },
  deliver: {
    label: 'Mark as delivered',
    short: 'Mark delivered',
    method: 'post',
    path: deskPaths.bulkOrders('deliver'),
    isMain: true,
  },
  undeliver: {
    label: 'Undo delivered',
    short: 'Undo delivered',
    method: 'post',
    path: deskPaths.bulkOrders('undeliver'),
  },
}

/** The usual next step of a list comes last, where the thumb is. */
const OF_LIST: Record<OrderList, readonly BarAction[]> = {
  'to-pack': ['slips', 'labels', 'buy', 'tracking', 'pack'],
  packed: ['buy', 'tracking', 'unpack', 'ship'],
  all: ['slips', 'labels', 'buy', 'tracking', 'pack'],
  'partly-shipped': ['slips', 'buy', 'tracking', 'ship'],
  shipped: ['unship', 'deliver'],
  problem: ['deliver'],
  delivered: ['undeliver'],
  confirming: [],
  owing: [],
  returns: [],
  'given-back': [],
  'not-taken': [],
}

/** Who may only read may still print. Labels are bought only where an account is connected. */
export function bulkActionsOf(list: OrderList, mayWork: boolean, canBuy: boolean): readonly BarAction[] {
  return OF_LIST[list]
    .filter((action) => canBuy || action !== 'buy')
    .filter((action) => mayWork || action === 'slips' || action === 'labels')
}

/** Always in its place, so that no row moves when the first one is ticked. Its buttons send the boxes of the form. */
export function BulkBar({ actions }: { actions: readonly BarAction[] }) {
  return (
    <div className="order-bar" role="group" aria-label="Selected orders">
      <p className="order-bar-count">
        {/* The script replaces it by a count. */}
        <span data-selected role="status">
          With selected
        </span>
        <button type="button" className="underlined" data-select-all hidden>
          Select all
        </button>
      </p>
      {actions.map((action) => {
        const { label, short, method, path, isMain, key } = BUTTONS[action]
        return (
          <button
            key={action}
            type="submit"
            formMethod={method}
            formAction={path}
            className={isMain ? 'button' : 'button button-quiet'}
            data-key={key}
          >
            <span className="when-wide">{label}</span>
            <span className="when-narrow">{short}</span>
          </button>
        )
      })}
    </div>
  )
}
