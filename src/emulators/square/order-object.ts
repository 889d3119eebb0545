import { newId } from './ids.ts'
import type { JsonObject, Money, Order } from './objects.ts'
import type { LineRequest, OrderRequest } from './order-request.ts'
import type { PaymentRequest } from './payment-request.ts'
import { type PricedLine, type PricedOrder, priceOrder } from './price-order.ts'
import type { World } from './world.ts'

/** The order as Square returns it: everything that was sent, with uids and all totals computed. */
export function newOrder(world: World, request: OrderRequest): Order {
  const priced = priceOrder(request)
  const money = toMoney(world.settings.currency)
  const now = world.clock.stamp()
  return {
    ...request.raw,
    id: newId.order(),
    location_id: request.locationId,
    line_items: request.lines.map((line, index) => lineItem(line, priced.lines[index], money)),
    ...lists(request, priced, money),
    state: 'OPEN',
    version: 1,
    created_at: now,
    updated_at: now,
    total_money: money(priced.totalCents),
    total_tax_money: money(priced.taxCents),
    total_discount_money: money(priced.discountCents),
    total_tip_money: money(0),
    total_service_charge_money: money(priced.serviceChargeCents),
    net_amounts: {
      total_money: money(priced.totalCents),
      tax_money: money(priced.taxCents),
      discount_money: money(priced.discountCents),
      tip_money: money(0),
      service_charge_money: money(priced.serviceChargeCents),
    },
    net_amount_due_money: money(priced.totalCents),
  }
}

/** What Square creates automatically for a payment without an order. */
export function customAmountOrder(world: World, { amount_money, location_id, reference_id }: PaymentRequest): Order {
  const raw = { quantity: '1', item_type: 'CUSTOM_AMOUNT', base_price_money: amount_money }
  return newOrder(world, {
    locationId: location_id,
    lines: [{ quantity: '1', price: amount_money, appliedTaxes: [], appliedDiscounts: [], raw }],
    discounts: [],
    taxes: [],
    charges: [],
    raw: { ...(reference_id && { reference_id }) },
  })
}

type ToMoney = (cents: number) => Money

function toMoney(currency: string): ToMoney {
  return (amount) => ({ amount, currency })
}

function lineItem(line: LineRequest, priced: PricedLine | undefined, money: ToMoney): JsonObject {
  if (!priced) return line.raw
  return {
    item_type: 'ITEM',
    ...line.raw,
    uid: line.uid ?? newId.uid(),
    gross_sales_money: money(priced.grossCents),
    variation_total_price_money: money(priced.grossCents),
    total_discount_money: money(priced.discountCents),
    total_tax_money: money(priced.taxCents),
    total_service_charge_money: money(0),
    total_money: money(priced.totalCents),
    applied_discounts: priced.discounts.map(({ uid, cents }) => ({
      uid: newId.uid(),
      discount_uid: uid,
      applied_money: money(cents),
    })),
    applied_taxes: priced.taxes.map(({ uid, cents }) => ({
      uid: newId.uid(),
      tax_uid: uid,
      applied_money: money(cents),
    })),
  }
}

function lists(request: OrderRequest, priced: PricedOrder, money: ToMoney): JsonObject {
  return {
    discounts: request.discounts.map(({ uid, scope, raw }) => ({
      ...raw,
      uid,
      scope,
      applied_money: money(priced.discountsByUid.get(uid) ?? 0),
    })),
    taxes: request.taxes.map(({ uid, scope, isInclusive, raw }) => ({
      ...raw,
      uid,
      scope,
      type: isInclusive ? 'INCLUSIVE' : 'ADDITIVE',
      applied_money: money(priced.taxesByUid.get(uid) ?? 0),
    })),
    service_charges: request.charges.map(({ uid, phase, isTaxable, raw }, index) => ({
      ...raw,
      uid: uid ?? newId.uid(),
      calculation_phase: phase,
      taxable: isTaxable,
      applied_money: money(priced.chargeCents[index] ?? 0),
      total_tax_money: money(priced.chargeTaxCents[index] ?? 0),
      total_money: money((priced.chargeCents[index] ?? 0) + (priced.chargeTaxCents[index] ?? 0)),
    })),
  }
}
