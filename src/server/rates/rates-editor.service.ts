import {
  type DatedShippingRate,
  type DatedTaxRate,
  ratesOn,
  type ShippingRate,
  withShippingRate,
  withTaxRate,
} from '#domain/money/rates.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { shippingPart, taxPart, THE_SHIPPING_RATES, THE_TAX_RATES } from './rates.edits.ts'
import { findSchedule, lockSchedule } from './rates.queries.ts'
import type { RatesAtDesk } from './rates.views.ts'

export type RatesEditor = ReturnType<typeof createRatesEditor>

/** Changes shipping and tax rates, starting today or on a later day. Past days don't change. */
export function createRatesEditor({ orm }: Database, now: () => Date) {
  const changeShipping = (
    tx: Orm,
    value: readonly DatedShippingRate[],
    actor: Actor,
    expectedVersion?: string,
  ): Promise<EditResult<DatedShippingRate[]>> =>
    shippingPart.change(tx, { id: THE_SHIPPING_RATES, value: [...value], actor, expectedVersion })

  const changeTax = (
    tx: Orm,
    value: readonly DatedTaxRate[],
    actor: Actor,
    expectedVersion?: string,
  ): Promise<EditResult<DatedTaxRate[]>> =>
    taxPart.change(tx, { id: THE_TAX_RATES, value: [...value], actor, expectedVersion })

  return {
    async find(): Promise<RatesAtDesk> {
      const { shipping, tax } = await findSchedule(orm)
      return {
        today: shopDay(now()),
        shipping,
        shippingVersion: versionToken(shipping),
        tax,
        taxVersion: versionToken(tax),
      }
    },

    /** Without a day the rate starts now. A rate that would apply on that day anyway adds nothing to the schedule. */
    saveShipping: (
      rate: ShippingRate,
      fromDay: string | null,
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<DatedShippingRate[]>> =>
      inTransaction(orm, async (tx) => {
        const schedule = await lockSchedule(tx)
        const day = fromDay ?? shopDay(now())
        const isSame = versionToken(ratesOn(schedule, day).shipping) === versionToken(rate)
        const value = isSame ? schedule.shipping : withShippingRate(schedule.shipping, { ...rate, fromDay: day })
        return changeShipping(tx, value, actor, expectedVersion)
      }),

    cancelShipping: (fromDay: string, actor: Actor): Promise<EditResult<DatedShippingRate[]>> =>
      inTransaction(orm, async (tx) => {
        const { shipping } = await lockSchedule(tx)
        const rest = shipping.filter((rate) => rate.fromDay !== fromDay || fromDay <= shopDay(now()))
        return changeShipping(tx, rest, actor)
      }),

    addTaxRate: (rate: DatedTaxRate, expectedVersion: string, actor: Actor): Promise<EditResult<DatedTaxRate[]>> =>
      inTransaction(orm, async (tx) =>
        changeTax(tx, withTaxRate((await lockSchedule(tx)).tax, rate), actor, expectedVersion),
      ),

    cancelTaxRate: (state: StateCode, fromDay: string, actor: Actor): Promise<EditResult<DatedTaxRate[]>> =>
      inTransaction(orm, async (tx) => {
        const { tax } = await lockSchedule(tx)
        const isCanceled = (rate: DatedTaxRate) =>
          rate.state === state && rate.fromDay === fromDay && fromDay > shopDay(now())
        return changeTax(
          tx,
          tax.filter((rate) => !isCanceled(rate)),
          actor,
        )
      }),
  }
}
