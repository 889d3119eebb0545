import { shopDay } from '#domain/time/display.ts'
import { editable, versionToken } from '#server/platform/audit/editable.ts'
import { lockSchedule, shippingSchema, storeShippingRates, storeTaxRates, taxSchema } from './rates.queries.ts'

/** There is only one of each, but the audit log needs an id. */
export const THE_SHIPPING_RATES = 'shipping'
export const THE_TAX_RATES = 'tax-rates'

const PAST = 'Rates of past days can’t be changed: orders were priced with them.'

export const shippingPart = editable({
  action: 'shipping.change',
  subjectKind: 'setting',
  least: 'owner',
  schema: shippingSchema,
  read: async (tx) => [...(await lockSchedule(tx)).shipping],
  write: (tx, _id, schedule) => storeShippingRates(tx, schedule, new Date()),
  // An old version from the audit log may be restored only if it doesn't change the past.
  refuse: async (tx, _id, schedule) => (isPastEqual((await lockSchedule(tx)).shipping, schedule) ? undefined : PAST),
})

export const taxPart = editable({
  action: 'tax-rates.change',
  subjectKind: 'setting',
  least: 'owner',
  schema: taxSchema,
  read: async (tx) => [...(await lockSchedule(tx)).tax],
  write: (tx, _id, schedule) => storeTaxRates(tx, schedule, new Date()),
  refuse: async (tx, _id, schedule) => (isPastEqual((await lockSchedule(tx)).tax, schedule) ? undefined : PAST),
})

function isPastEqual(before: readonly { fromDay: string }[], after: readonly { fromDay: string }[]): boolean {
  const today = shopDay(new Date())
  const past = (schedule: typeof before) => versionToken(schedule.filter(({ fromDay }) => fromDay < today))
  return past(before) === past(after)
}
