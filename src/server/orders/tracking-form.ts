import { z } from 'zod'
import {
  cleanTracking,
  isTrackingNumber,
  NOT_A_TRACKING_NUMBER,
  readTracking,
  toTracking,
} from '#domain/orders/tracking-number.ts'
import { tidyLine } from '#domain/text/tidy.ts'
import { typedLine } from '#server/platform/http/form-fields.ts'
import type { Tracking } from './order-desk.service.ts'
import { isTracking } from './order-shipping.ts'
import type { OrderAtDesk, TrackingEntry } from './orders.views.ts'

const MAX_CARRIER = 40

/**
 * What was typed for each order, otherwise what is saved by now: another window may have saved a number since this form
 * was shown. A row that was edited in both is refused once, and shows both.
 */
export function readEntries(orders: readonly OrderAtDesk[], fields: URLSearchParams | undefined): TrackingEntry[] {
  const entries = orders.map((order): TrackingEntry => {
    const saved = { number: order.trackingNumber ?? '', carrier: savedCarrier(order) }
    const typed = {
      number: tidyLine(fields?.get(`number-${order.id}`) ?? ''),
      carrier: tidyLine(fields?.get(`carrier-${order.id}`) ?? ''),
    }
    const shown = fields?.get(`saved-${order.id}`) ?? ''
    const version = versionOf(saved)
    const isTyped = fields !== undefined && shown !== versionOf(typed)
    const row = { order, ...(isTyped ? typed : saved), version }
    const isConflict = isTyped && shown !== version && !isTracking(order, trackingOf(row))
    return { ...row, problem: isConflict ? conflictOf(order) : undefined }
  })
  return fields
    ? entries.map((entry, index) => ({ ...entry, problem: entry.problem ?? problemOf(entry, entries.slice(0, index)) }))
    : entries
}

/** What a row shows; one that is sent as it was shown was not edited. */
function versionOf({ number, carrier }: { number: string; carrier: string }): string {
  return tidyLine(`${number} ${carrier}`)
}

/** Empty if the number already shows it. */
function savedCarrier({ trackingCarrier, trackingNumber }: OrderAtDesk): string {
  const read = trackingNumber === null ? undefined : readTracking(trackingNumber)?.carrier
  return trackingCarrier === null || trackingCarrier === read ? '' : trackingCarrier
}

function conflictOf({ trackingCarrier, trackingNumber }: OrderAtDesk): string {
  const saved = [trackingCarrier, trackingNumber].filter(Boolean).join(' ') || 'no number'
  return `Changed in another window, saved now: ${saved}. To replace that with what’s in this row, send it again.`
}

function problemOf(entry: TrackingEntry, earlier: readonly TrackingEntry[]): string | undefined {
  const { number, carrier, order } = entry
  if (carrier.length > MAX_CARRIER) return `Use ${MAX_CARRIER} characters or fewer for the carrier.`
  if (number === '') return undefined
  if (!isTrackingNumber(number)) return NOT_A_TRACKING_NUMBER
  // Two orders of one customer may travel in one box; the same label on two customers' boxes is a scan too many.
  const same = earlier.find(
    (other) => cleanTracking(other.number) === cleanTracking(number) && other.order.foldedEmail !== order.foldedEmail,
  )
  return same && `This number is on order ${same.order.number}, too.`
}

/** A carrier without a number is ignored: it's left over from a removed number. */
export function trackingOf({ number, carrier }: Pick<TrackingEntry, 'number' | 'carrier'>): Tracking {
  return toTracking({ number, carrier: number === '' ? '' : carrier })
}

/** The form of one package. */
export const trackingForm = z
  .object({
    carrier: typedLine.refine(({ length }) => length <= MAX_CARRIER, `Use ${MAX_CARRIER} characters or fewer.`),
    trackingNumber: typedLine.refine((typed) => typed === '' || isTrackingNumber(typed), NOT_A_TRACKING_NUMBER),
  })
  .transform(({ carrier, trackingNumber: number }): Tracking => toTracking({ number, carrier }))
