import { formatCents } from '#domain/money/cents.ts'
import type { Offer } from '#server/orders/orders.views.ts'

type OfferSelectProps = { name: string; label: string; offers: readonly Offer[]; value: string }

/** A product in one of its sizes, with what it costs today; or none. */
export function OfferSelect({ name, label, offers, value: chosen }: OfferSelectProps) {
  return (
    <div className="field-group">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="field" defaultValue={chosen}>
        <option value="">–</option>
        {offers.map(({ value, label: offer, priceCents }) => (
          <option key={value} value={value}>
            {offer}, {formatCents(priceCents)}
          </option>
        ))}
      </select>
    </div>
  )
}
