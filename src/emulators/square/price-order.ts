import { apportion, decimal, halfEven, percentOf } from './half-even.ts'
import type { DiscountRequest, OrderRequest, TaxRequest } from './order-request.ts'

export type Applied = { uid: string; cents: number }

export type PricedLine = {
  grossCents: number
  discounts: Applied[]
  taxes: Applied[]
  discountCents: number
  /** Tax that is added to the price; tax that is part of it is only reported. */
  additiveTaxCents: number
  taxCents: number
  totalCents: number
}

export type PricedOrder = {
  lines: PricedLine[]
  /** In the order of the request. */
  chargeCents: number[]
  chargeTaxCents: number[]
  discountCents: number
  taxCents: number
  serviceChargeCents: number
  totalCents: number
  discountsByUid: Map<string, number>
  taxesByUid: Map<string, number>
}

/**
 * The arithmetic of the Orders API: discounts, charges on the subtotal, taxes, charges on the total, each rounded half
 * to even. A tax is rounded once on the total it applies to and then spread over the lines.
 */
export function priceOrder(request: OrderRequest): PricedOrder {
  const lines = request.lines.map(({ quantity, price }): PricedLine => {
    const { numerator, denominator } = decimal(quantity)
    const grossCents = halfEven(BigInt(price.amount) * numerator, denominator)
    return {
      grossCents,
      discounts: [],
      taxes: [],
      discountCents: 0,
      additiveTaxCents: 0,
      taxCents: 0,
      totalCents: grossCents,
    }
  })
  for (const discount of inOrderOfApplication(request.discounts)) applyDiscount(request, lines, discount)

  const subtotal = sum(lines.map(netOf))
  const chargeCents = request.charges.map((charge) =>
    charge.phase === 'SUBTOTAL_PHASE' ? (charge.money?.amount ?? percentOf(subtotal, charge.percentage ?? '0')) : 0,
  )
  const chargeTaxCents = request.charges.map(() => 0)
  for (const tax of request.taxes) applyTax(request, lines, tax, { chargeCents, chargeTaxCents })

  for (const line of lines) line.totalCents = netOf(line) + line.additiveTaxCents
  const beforeTotalPhase = sum(lines.map(({ totalCents }) => totalCents)) + sum(chargeCents) + sum(chargeTaxCents)
  for (const [index, charge] of request.charges.entries()) {
    if (charge.phase !== 'TOTAL_PHASE') continue
    chargeCents[index] = charge.money?.amount ?? percentOf(beforeTotalPhase, charge.percentage ?? '0')
  }
  const totalPhase = sum(chargeCents.filter((_, index) => request.charges[index]?.phase === 'TOTAL_PHASE'))
  return {
    lines,
    chargeCents,
    chargeTaxCents,
    discountCents: sum(lines.map((line) => line.discountCents)),
    taxCents: sum(lines.map((line) => line.taxCents)) + sum(chargeTaxCents),
    serviceChargeCents: sum(chargeCents),
    totalCents: beforeTotalPhase + totalPhase,
    discountsByUid: byUid(lines.flatMap(({ discounts }) => discounts)),
    taxesByUid: byUid(lines.flatMap(({ taxes }) => taxes)),
  }
}

/** Square applies percentages before amounts, and those of a line before those of the order. */
function inOrderOfApplication(discounts: DiscountRequest[]): DiscountRequest[] {
  const rank = ({ money, scope }: DiscountRequest) => (money ? 2 : 0) + (scope === 'ORDER' ? 1 : 0)
  return [...discounts].sort((a, b) => rank(a) - rank(b))
}

function applyDiscount(request: OrderRequest, lines: PricedLine[], discount: DiscountRequest): void {
  const meant = lines.filter(
    (_, index) => discount.scope === 'ORDER' || request.lines[index]?.appliedDiscounts.includes(discount.uid),
  )
  const base = sum(meant.map(netOf))
  const wanted = discount.money?.amount ?? percentOf(base, discount.percentage ?? '0')
  const parts = apportion(Math.min(wanted, base), meant.map(netOf))
  for (const [index, line] of meant.entries()) {
    const cents = parts[index] ?? 0
    line.discounts.push({ uid: discount.uid, cents })
    line.discountCents += cents
  }
}

function applyTax(
  request: OrderRequest,
  lines: PricedLine[],
  tax: TaxRequest,
  { chargeCents, chargeTaxCents }: { chargeCents: number[]; chargeTaxCents: number[] },
): void {
  const meant = lines.filter(
    (_, index) => tax.scope === 'ORDER' || request.lines[index]?.appliedTaxes.includes(tax.uid),
  )
  const taxedCharges = request.charges.flatMap((charge, index) =>
    charge.isTaxable && tax.scope === 'ORDER' ? [index] : [],
  )
  const weights = [...meant.map(netOf), ...taxedCharges.map((index) => chargeCents[index] ?? 0)]
  const parts = apportion(taxOn(sum(weights), tax), weights)
  for (const [index, line] of meant.entries()) {
    const cents = parts[index] ?? 0
    line.taxes.push({ uid: tax.uid, cents })
    line.taxCents += cents
    if (!tax.isInclusive) line.additiveTaxCents += cents
  }
  for (const [position, index] of taxedCharges.entries()) {
    chargeTaxCents[index] = (chargeTaxCents[index] ?? 0) + (parts[meant.length + position] ?? 0)
  }
}

function taxOn(cents: number, { percentage, isInclusive }: TaxRequest): number {
  if (!isInclusive) return percentOf(cents, percentage)
  const { numerator, denominator } = decimal(percentage)
  return halfEven(BigInt(cents) * numerator, denominator * 100n + numerator)
}

function netOf({ grossCents, discountCents }: PricedLine): number {
  return grossCents - discountCents
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function byUid(applied: Applied[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { uid, cents } of applied) totals.set(uid, (totals.get(uid) ?? 0) + cents)
  return totals
}
