import { deskPaths } from '#desk/desk-paths.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { hasAny } from '#domain/orders/item-counts.ts'
import { isPartlyShipped, UNDERWAY_STATES } from '#domain/orders/order-questions.ts'
import { PROGRESS_NAMES } from '#domain/orders/package-progress.ts'
import { trackingUrl } from '#domain/orders/tracking-url.ts'
import type { OrderDetail, OrderShipment } from '#server/orders/orders.views.ts'

/** Only then is there more to say than the order's state and tracking number. */
export function hasPackages({ order, shipments }: OrderDetail): boolean {
  return isPartlyShipped(order.state) || shipments.length > 1
}

/** What left with which package, and what is still to ship. */
export function OrderPackages({ detail, isOwner }: { detail: OrderDetail; isOwner: boolean }) {
  const { order, lines, shipments, counts, restCents } = detail
  const open = lines.filter(({ position }) => (counts.open.get(position) ?? 0) > 0)
  return (
    <Panel title="Packages">
      <ul className="lines stacked">
        {shipments.map((shipment, index) => (
          <li key={shipment.id}>
            <Package detail={detail} shipment={shipment} number={index + 1} />
          </li>
        ))}
        {isPartlyShipped(order.state) && (
          <li>
            <div>
              <p className="font-medium">{open.length > 0 ? 'Still to ship' : 'Nothing is left to ship'}</p>
              {open.map(({ position, name, size }) => (
                <p key={position}>
                  <span className="item-count">{counts.open.get(position)} ×</span> {name}{' '}
                  {size && <span className="hint">{size}</span>}
                </p>
              ))}
              {open.length === 0 && (
                <p className="hint">The order counts as shipped once Square has made the refund.</p>
              )}
            </div>
            {isOwner && restCents > 0 && hasAny(counts.open) && (
              <p className="text-small">
                <a className="underlined" href={deskPaths.refundRest(order.id)}>
                  Refund the rest instead
                </a>
              </p>
            )}
          </li>
        )}
      </ul>
    </Panel>
  )
}

/** Beside the order's state: the news of a package on its way, problems first. */
export function UnderwayBadge({ detail: { order, shipments } }: { detail: OrderDetail }) {
  const underway = new Set(shipments.map(({ progress }) => progress))
  const shown = (['problem', 'out_for_delivery', 'in_transit'] as const).find((progress) => underway.has(progress))
  if (!shown || !UNDERWAY_STATES.includes(order.state)) return undefined
  return (
    <>
      {' '}
      <span className={shown === 'problem' ? 'badge badge-bad' : 'badge'}>{PROGRESS_NAMES[shown]}</span>
    </>
  )
}

/** Where the carrier says it is. */
export function Progress({ shipment: { progress, progressAt, progressNote } }: { shipment: OrderShipment }) {
  if (!progress || !progressAt) return undefined
  return (
    <span className="hint block break-normal">
      <span
        className={progress === 'problem' ? 'badge badge-bad' : progress === 'delivered' ? 'badge badge-good' : 'badge'}
      >
        {PROGRESS_NAMES[progress]}
      </span>{' '}
      <When at={progressAt} />
      {progressNote && <span className="block">{progressNote}</span>}
    </span>
  )
}

type PackageProps = { detail: OrderDetail; shipment: OrderShipment; number: number }

function Package({ detail: { order, lines }, shipment, number }: PackageProps) {
  const { carrier, trackingNumber, shippedAt } = shipment
  const url = trackingUrl(carrier, trackingNumber)
  const tracking = [carrier, trackingNumber].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <p className="font-medium">
        Package {number}{' '}
        <span className="hint font-normal">
          <When at={shippedAt} />
        </span>
      </p>
      {shipment.lines.map(({ position, quantity }) => {
        const line = lines.find((found) => found.position === position)
        return (
          <p key={position}>
            <span className="item-count">{quantity} ×</span> {line?.name}{' '}
            {line?.size && <span className="hint">{line.size}</span>}
          </p>
        )
      })}
      <Progress shipment={shipment} />
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-small">
        {tracking &&
          (url ? (
            <a className="underlined break-all" href={url} rel="noreferrer">
              {tracking}
            </a>
          ) : (
            <span className="break-all">{tracking}</span>
          ))}
        <a className="underlined" href={deskPaths.packageSlip(order.id, shipment.id)}>
          Packing slip {number}
        </a>
      </p>
    </div>
  )
}
