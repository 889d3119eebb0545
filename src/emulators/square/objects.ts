/** The emulator's state. Objects sent through the API use Square's own format, in snake case. */
import type { InputFault } from './test-cards.ts'

export type Money = { amount: number; currency: string }

export type JsonObject = Record<string, unknown>

export type ErrorDetail = { category: string; code: string; detail?: string; field?: string }

export type CardFace = {
  card_brand: string
  last_4: string
  exp_month: number
  exp_year: number
  bin: string
  fingerprint: string
  card_type: string
  prepaid_type: string
}

export type SourceType = 'CARD' | 'BANK_ACCOUNT' | 'WALLET' | 'BUY_NOW_PAY_LATER'

/**
 * What a token stands for. For a card, it has what a receipt shows and how the card behaves, never its number or CVV.
 */
export type Token = {
  id: string
  createdAt: number
  sourceType: SourceType
  entryMethod: 'KEYED' | 'ON_FILE'
  card?: CardFace
  /** The error code of a charge. */
  decline?: string
  fault?: InputFault
  /** The fault affects only the first request, so that a repeat gets through. */
  isFaultOnce?: boolean
  hasFaultFired?: boolean
  needsVerification?: boolean
  /** What the buyer has agreed to pay when the card was tokenized with verification details. */
  verified?: { amount?: string; currency?: string }
  /** `returnTo` is the origin of Square that the bank's frame returns to. */
  challenge?: { id: string; state: 'open' | 'passed' | 'failed' | 'canceled'; tries: number; returnTo: string }
  /** Square's fixed test tokens can be used again and again. */
  isReusable?: boolean
  usedByKey?: string
}

export type PaymentStatus = 'APPROVED' | 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED'

export type CardDetails = {
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'FAILED'
  card: CardFace
  entry_method: string
  cvv_status: string
  avs_status: string
  auth_result_code?: string
  statement_description: string
  card_payment_timeline: { authorized_at?: string; captured_at?: string; voided_at?: string }
  errors?: ErrorDetail[]
}

export type Payment = {
  id: string
  created_at: string
  updated_at: string
  amount_money: Money
  tip_money?: Money
  total_money: Money
  approved_money?: Money
  refunded_money?: Money
  status: PaymentStatus
  delay_duration?: string
  delay_action?: string
  delayed_until?: string
  source_type: SourceType
  card_details?: CardDetails
  wallet_details?: JsonObject
  bank_account_details?: JsonObject
  buy_now_pay_later_details?: JsonObject
  location_id: string
  order_id: string
  reference_id?: string
  note?: string
  customer_id?: string
  buyer_email_address?: string
  billing_address?: JsonObject
  shipping_address?: JsonObject
  statement_description_identifier?: string
  refund_ids?: string[]
  risk_evaluation?: { created_at: string; risk_level: string }
  capabilities?: string[]
  receipt_number?: string
  receipt_url?: string
  application_details: { square_product: string; application_id: string }
  version_token: string
}

export type Refund = {
  id: string
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED'
  amount_money: Money
  payment_id: string
  order_id: string
  location_id: string
  reason?: string
  created_at: string
  updated_at: string
  destination_type: string
}

export type Order = JsonObject & {
  id: string
  location_id: string
  state: 'OPEN' | 'COMPLETED' | 'CANCELED'
  version: number
  created_at: string
  updated_at: string
  closed_at?: string
  total_money: Money
  net_amount_due_money: Money
  fulfillments?: JsonObject[]
  tenders?: JsonObject[]
}

/** The response to a request with an idempotency key, to be repeated. */
export type StoredAnswer = { scope: string; key: string; requestHash: string; status: number; body: JsonObject }

/** One notification being sent to one subscription. */
export type Delivery = {
  id: string
  eventId: string
  type: string
  objectId: string
  subscriptionId: string
  body: string
  createdAt: number
  attempts: number
  nextAttemptAt: number
  state: 'pending' | 'delivered' | 'dropped' | 'lost'
  lastOutcome?: string
}

export type Subscription = {
  id: string
  name: string
  enabled: boolean
  event_types: string[]
  notification_url: string
  api_version: string
  signature_key: string
  created_at: string
  updated_at: string
}
