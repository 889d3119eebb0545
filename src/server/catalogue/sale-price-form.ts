import { SALE_PRICE_FIELDS } from '#domain/catalogue/offer-fields.ts'
import { problemsOfSale, type SalePrices } from '#domain/catalogue/sale-price.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { STOCK_UNITS } from '#domain/catalogue/stock.ts'
import { plainDollars, readDollars } from '#domain/money/dollars.ts'
import { fromShopTime, toShopTime } from '#domain/time/shop-time.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { SalePrice } from './catalogue.views.ts'

const WRONG_TIME = 'Enter a valid date and time.'

export const salePriceForm = {
  toFields({ sale }: SalePrice): Fields {
    if (!sale) return {}
    const prices = STOCK_UNITS.flatMap((unit) => {
      const cents = sale.prices[unit]
      return cents === undefined ? [] : [[SALE_PRICE_FIELDS[unit].name, plainDollars(cents)]]
    })
    const moments = { startsAt: toShopTime(new Date(sale.startsAt)), endsAt: toShopTime(new Date(sale.endsAt)) }
    return { ...Object.fromEntries(prices), ...moments }
  },

  /** Without a start the sale starts now; a running sale keeps its start. */
  read(fields: Fields, { pricing, now }: { pricing: Pricing; now: Date }): FormRead<SalePrice> {
    const errors: Fields = {}
    const prices: SalePrices = {}
    for (const unit of STOCK_UNITS) {
      const { name } = SALE_PRICE_FIELDS[unit]
      const given = tidy(fields[name])
      if (given === '') continue
      const price = readDollars(given)
      if (price.ok) prices[unit] = price.cents
      else errors[name] = price.problem
    }
    const startsAt = tidy(fields.startsAt) === '' ? now : fromShopTime(tidy(fields.startsAt))
    const endsAt = fromShopTime(tidy(fields.endsAt))
    if (!startsAt) errors.startsAt = WRONG_TIME
    if (!endsAt) errors.endsAt = tidy(fields.endsAt) === '' ? 'Choose when the sale ends.' : WRONG_TIME
    if (!startsAt || !endsAt || Object.keys(errors).length > 0) return { ok: false, errors }
    const problems = problemsOfSale(pricing, { prices, startsAt, endsAt }, now)
    for (const [field, problem] of Object.entries(problems))
      errors[field in SALE_PRICE_FIELDS ? SALE_PRICE_FIELDS[field as keyof typeof SALE_PRICE_FIELDS].name : field] =
        problem
    if (Object.keys(errors).length > 0) return { ok: false, errors }
    return { ok: true, value: { sale: { prices, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() } } }
  },
}
