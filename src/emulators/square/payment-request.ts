import { ApiError, invalidRequest } from './api-error.ts'
import type { JsonObject, Money } from './objects.ts'
import type { Settings } from './options.ts'
import { readFields } from './read-fields.ts'

export type PaymentRequest = {
  source_id: string
  idempotency_key: string
  amount_money: Money
  tip_money?: Money
  isAutocomplete: boolean
  delayMs: number
  delay_action: string
  order_id?: string
  location_id: string
  reference_id?: string
  verification_token?: string
  /** Stored as received. */
  details: {
    note?: string
    customer_id?: string
    buyer_email_address?: string
    billing_address?: JsonObject
    shipping_address?: JsonObject
    statement_description_identifier?: string
  }
}

const WEEK_MS = 7 * 24 * 3_600_000
const HIGHEST_AMOUNT = 5_000_000

export function readPaymentRequest(body: JsonObject, settings: Settings): PaymentRequest {
  const fields = readFields(body)
  const sourceId = fields.text('source_id', { isRequired: true, min: 1 })
  const key = fields.text('idempotency_key', { isRequired: true, min: 1, max: 45 })
  const amount = fields.money('amount_money', { isRequired: true })
  const tip = fields.money('tip_money')
  const isAutocomplete = fields.flag('autocomplete') ?? true
  const delayDuration = fields.text('delay_duration')
  const delayAction = fields.text('delay_action', { pattern: /^(CANCEL|COMPLETE)$/ }) ?? 'CANCEL'
  const orderId = fields.text('order_id', { max: 192 })
  const locationId = fields.text('location_id', { max: 50 }) ?? settings.locationId
  const referenceId = fields.text('reference_id', { max: 40 })
  const verificationToken = fields.text('verification_token')
  const details = {
    note: fields.text('note', { max: 500 }),
    customer_id: fields.text('customer_id', { max: 191 }),
    buyer_email_address: fields.text('buyer_email_address', {
      max: 255,
      pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
      code: 'INVALID_EMAIL_ADDRESS',
    }),
    billing_address: fields.object('billing_address'),
    shipping_address: fields.object('shipping_address'),
    statement_description_identifier: fields.text('statement_description_identifier', { max: 20 }),
  }
  fields.text('buyer_phone_number', { pattern: /^\+[\d\s().-]{9,20}$/, code: 'INVALID_PHONE_NUMBER' })
  fields.object('customer_details')
  const delayMs = delayDuration === undefined ? WEEK_MS : durationMs(delayDuration)
  if (delayMs === undefined) fields.complain('INVALID_VALUE', 'Expected an RFC 3339 duration.', 'delay_duration')
  if (delayAction === 'COMPLETE' && orderId) {
    fields.complain('BAD_REQUEST', 'delay_action COMPLETE cannot be used with order_id.', 'delay_action')
  }
  fields.finish()
  // finish() has thrown when one of these is missing; this tells the compiler so.
  if (sourceId === undefined || key === undefined || !amount || delayMs === undefined) throw new ApiError(400, [])
  checkMoney(amount, settings)
  if (locationId !== settings.locationId) {
    throw invalidRequest('INVALID_LOCATION', `The location ${locationId} cannot take payments.`, 'location_id')
  }
  return {
    source_id: sourceId,
    idempotency_key: key,
    amount_money: amount,
    ...(tip && { tip_money: tip }),
    isAutocomplete,
    delayMs,
    delay_action: delayAction,
    ...(orderId && { order_id: orderId }),
    location_id: locationId,
    ...(referenceId && { reference_id: referenceId }),
    ...(verificationToken && { verification_token: verificationToken }),
    details,
  }
}

export function checkMoney({ amount, currency }: Money, settings: Settings): void {
  if (currency !== settings.currency) {
    throw invalidRequest(
      'INVALID_VALUE',
      `This merchant can only process payments in ${settings.currency}, but amount was provided in ${currency}`,
      'amount_money.currency',
    )
  }
  if (amount < 1) throw invalidRequest('AMOUNT_TOO_LOW', 'The amount must be at least 1.', 'amount_money.amount')
  if (amount > HIGHEST_AMOUNT) {
    throw invalidRequest(
      'AMOUNT_TOO_HIGH',
      'The amount is higher than this merchant may charge.',
      'amount_money.amount',
    )
  }
}

/** Days to seconds of an ISO 8601 duration; months and years have no fixed length and are refused. */
function durationMs(text: string): number | undefined {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)
  if (!match || /[PT]$/.test(text)) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
