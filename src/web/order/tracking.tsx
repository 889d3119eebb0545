import type { OrderView } from '#contract/order-view.ts'
import { trackingUrl } from '#domain/orders/tracking-url.ts'

export function Tracking({ carrier, number, progress }: NonNullable<OrderView['tracking']>) {
  const url = trackingUrl(carrier, number)
  const text = [carrier, number].filter(Boolean).join(' ')
  return (
    <>
      Tracking:{' '}
      {url ? (
        <a className="underlined" href={url} rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
      {progress && <span className="block font-medium">{progress}</span>}
    </>
  )
}
