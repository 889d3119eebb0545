import { z } from 'zod'
import {
  DEFAULT_SCHEDULE,
  type DatedShippingRate,
  type DatedTaxRate,
  type Rates,
  type RateSchedule,
  ratesOn,
} from '#domain/money/rates.ts'
import { STATE_CODES } from '#domain/orders/us-states.ts'
import { isDay } from '#domain/time/shop-day.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSettings, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

/** Database triggers invalidate the cached pages when one of these settings changes. */
const SHIPPING = 'shipping'
const TAX = 'tax-rates'

const day = z.string().refine(isDay)

export const shippingSchema = z
  .array(
    z.object({
      flatCents: z.int().min(0).max(100_000),
      freeFromCents: z.int().min(0).max(10_000_000),
      fromDay: day,
    }) satisfies z.ZodType<DatedShippingRate>,
  )
  .min(1)
  .max(500)

export const taxSchema = z
  .array(
    z.object({
      state: z.enum(STATE_CODES),
      basisPoints: z.int().min(0).max(2000),
      fromDay: day,
    }) satisfies z.ZodType<DatedTaxRate>,
  )
  .max(500)

/** Throws if a setting can't be read, because no order is better than one at the wrong price. */
export async function findSchedule(orm: Orm): Promise<RateSchedule> {
  const settings = await findSettings(orm, [SHIPPING, TAX])
  return {
    shipping: settings.has(SHIPPING) ? shippingSchema.parse(settings.get(SHIPPING)) : DEFAULT_SCHEDULE.shipping,
    tax: settings.has(TAX) ? taxSchema.parse(settings.get(TAX)) : DEFAULT_SCHEDULE.tax,
  }
}

export async function findRates(orm: Orm, shopDay: string): Promise<Rates> {
  return ratesOn(await findSchedule(orm), shopDay)
}

/** For an editor: locks the schedule until the transaction ends. */
export async function lockSchedule(tx: Orm): Promise<RateSchedule> {
  await lockSetting(tx, SHIPPING)
  return findSchedule(tx)
}

export async function storeShippingRates(tx: Orm, schedule: readonly DatedShippingRate[], at: Date): Promise<void> {
  await storeSetting(tx, SHIPPING, schedule, at)
}

export async function storeTaxRates(tx: Orm, schedule: readonly DatedTaxRate[], at: Date): Promise<void> {
  await storeSetting(tx, TAX, schedule, at)
}
