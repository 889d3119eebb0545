import { invalidRequest } from './api-error.ts'
import type { JsonObject, Money } from './objects.ts'
import type { Settings } from './options.ts'
import { isObject, readFields } from './read-fields.ts'

export type LineRequest = {
  uid?: string
  name?: string
  quantity: string
  price: Money
  appliedTaxes: string[]
  appliedDiscounts: string[]
  /** As received, to be returned. */
  raw: JsonObject
}
export type DiscountRequest = { uid: string; scope: string; percentage?: string; money?: Money; raw: JsonObject }
export type TaxRequest = { uid: string; scope: string; isInclusive: boolean; percentage: string; raw: JsonObject }
export type ChargeRequest = {
  uid?: string
  phase: string
  isTaxable: boolean
  percentage?: string
  money?: Money
  raw: JsonObject
}
export type OrderRequest = {
  locationId: string
  lines: LineRequest[]
  discounts: DiscountRequest[]
  taxes: TaxRequest[]
  charges: ChargeRequest[]
  raw: JsonObject
}

const DECIMAL = /^\d{1,12}(\.\d{1,5})?$/

export function readOrderRequest(body: JsonObject, settings: Settings): OrderRequest {
  const order = isObject(body.order) ? body.order : undefined
  if (!order) throw invalidRequest('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', 'order')
  const fields = readFields(order, 'order.')
  const locationId = fields.text('location_id', { isRequired: true, min: 1 }) ?? ''
  fields.text('reference_id', { max: 40 })
  fields.finish()
  if (locationId !== settings.locationId) {
    throw invalidRequest(
      'INVALID_VALUE',
      `The location ${locationId} is not one of this merchant.`,
      'order.location_id',
    )
  }
  checkMetadata(order)
  if (listOf(order, 'fulfillments').length > 1) {
    throw invalidRequest('BAD_REQUEST', 'An order takes one fulfillment at most.', 'order.fulfillments')
  }
  return {
    locationId,
    lines: listOf(order, 'line_items').map(readLine),
    discounts: listOf(order, 'discounts').map(readDiscount),
    taxes: listOf(order, 'taxes').map(readTax),
    charges: listOf(order, 'service_charges').map(readCharge),
    raw: order,
  }
}

function listOf(order: JsonObject, name: string): JsonObject[] {
  const list = order[name] ?? []
  if (!Array.isArray(list) || !list.every(isObject)) {
    throw invalidRequest('EXPECTED_ARRAY', 'Expected an array of objects.', `order.${name}`)
  }
  return list
}

function readLine(raw: JsonObject, index: number): LineRequest {
  const fields = readFields(raw, `order.line_items[${index}].`)
  const uid = fields.text('uid', { max: 60 })
  const name = fields.text('name', { max: 512 })
  const quantity = fields.text('quantity', { isRequired: true, min: 1, max: 12, pattern: DECIMAL }) ?? '0'
  const price = fields.money('base_price_money', { isRequired: true }) ?? { amount: 0, currency: '' }
  fields.text('variation_name', { max: 400 })
  fields.text('note', { max: 2000 })
  fields.finish()
  return {
    ...(uid && { uid }),
    ...(name && { name }),
    quantity,
    price,
    appliedTaxes: appliedUids(raw, 'applied_taxes', 'tax_uid'),
    appliedDiscounts: appliedUids(raw, 'applied_discounts', 'discount_uid'),
    raw,
  }
}

function appliedUids(raw: JsonObject, list: string, name: string): string[] {
  return listOf(raw, list).flatMap((entry) => (typeof entry[name] === 'string' ? [entry[name]] : []))
}

function readDiscount(raw: JsonObject, index: number): DiscountRequest {
  const fields = readFields(raw, `order.discounts[${index}].`)
  const uid = fields.text('uid', { max: 60 }) ?? `discount-${index}`
  const scope = fields.text('scope', { pattern: /^(ORDER|LINE_ITEM)$/ }) ?? 'ORDER'
  const percentage = fields.text('percentage', { pattern: DECIMAL })
  const money = fields.money('amount_money')
  if ((percentage === undefined) === (money === undefined)) {
    fields.complain('INVALID_VALUE', 'A discount is either a percentage or an amount.', 'percentage')
  }
  fields.finish()
  return { uid, scope, ...(percentage && { percentage }), ...(money && { money }), raw }
}

function readTax(raw: JsonObject, index: number): TaxRequest {
  const fields = readFields(raw, `order.taxes[${index}].`)
  const uid = fields.text('uid', { max: 60 }) ?? `tax-${index}`
  const scope = fields.text('scope', { pattern: /^(ORDER|LINE_ITEM)$/ }) ?? 'ORDER'
  const type = fields.text('type', { pattern: /^(ADDITIVE|INCLUSIVE)$/ }) ?? 'ADDITIVE'
  const percentage = fields.text('percentage', { isRequired: true, pattern: DECIMAL }) ?? '0'
  fields.finish()
  return { uid, scope, isInclusive: type === 'INCLUSIVE', percentage, raw }
}

function readCharge(raw: JsonObject, index: number): ChargeRequest {
  const fields = readFields(raw, `order.service_charges[${index}].`)
  const uid = fields.text('uid', { max: 60 })
  const phase = fields.text('calculation_phase', { pattern: /^(SUBTOTAL_PHASE|TOTAL_PHASE)$/ }) ?? 'SUBTOTAL_PHASE'
  const isTaxable = fields.flag('taxable') ?? false
  const percentage = fields.text('percentage', { pattern: DECIMAL })
  const money = fields.money('amount_money')
  if (isTaxable && phase === 'TOTAL_PHASE') {
    fields.complain('INVALID_VALUE', 'A service charge in the total phase cannot be taxable.', 'taxable')
  }
  if ((percentage === undefined) === (money === undefined)) {
    fields.complain('INVALID_VALUE', 'A service charge is either a percentage or an amount.', 'percentage')
  }
  fields.finish()
  return { ...(uid && { uid }), phase, isTaxable, ...(percentage && { percentage }), ...(money && { money }), raw }
}

function checkMetadata({ metadata }: JsonObject): void {
  if (metadata === undefined) return
  const pairs = isObject(metadata) ? Object.entries(metadata) : []
  const isGood =
    isObject(metadata) &&
    pairs.length <= 10 &&
    pairs.every(([name, value]) => name.length <= 60 && typeof value === 'string' && value.length <= 255)
  if (!isGood) {
    throw invalidRequest(
      'INVALID_VALUE',
      'Metadata takes 10 texts, names up to 60 and values up to 255.',
      'order.metadata',
    )
  }
}
