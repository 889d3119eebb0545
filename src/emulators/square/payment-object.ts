import { declineDetail } from './api-error.ts'
import { newId } from './ids.ts'
import type { CardDetails, CardFace, JsonObject, Payment, Token } from './objects.ts'
import type { PaymentRequest } from './payment-request.ts'
import { riskLevelOf } from './test-cards.ts'
import type { World } from './world.ts'

/** The payment as it is right after authorization: APPROVED, PENDING for a bank account, or FAILED. */
export function newPayment(
  request: PaymentRequest,
  token: Token,
  orderId: string,
  { clock, settings }: World,
): Payment {
  const id = newId.payment()
  const now = clock.stamp()
  const { currency } = request.amount_money
  const total = { amount: request.amount_money.amount + (request.tip_money?.amount ?? 0), currency }
  const status = token.decline ? 'FAILED' : token.sourceType === 'BANK_ACCOUNT' ? 'PENDING' : 'APPROVED'
  return withoutUndefined({
    id,
    created_at: now,
    updated_at: now,
    amount_money: request.amount_money,
    tip_money: request.tip_money,
    total_money: total,
    approved_money: status === 'APPROVED' ? total : undefined,
    status,
    delay_duration: `PT${Math.round(request.delayMs / 3_600_000)}H`,
    delay_action: request.delay_action,
    delayed_until: new Date(clock.now() + request.delayMs).toISOString(),
    source_type: token.sourceType,
    card_details: token.card && newCardDetails(token, token.card, now),
    ...otherDetails(token),
    location_id: request.location_id,
    order_id: orderId,
    reference_id: request.reference_id,
    ...request.details,
    risk_evaluation: { created_at: now, risk_level: riskLevelOf(total.amount) },
    capabilities: status === 'APPROVED' ? ['EDIT_AMOUNT_UP', 'EDIT_AMOUNT_DOWN', 'EDIT_TIP_AMOUNT_UP'] : undefined,
    receipt_number: status === 'FAILED' ? undefined : id.slice(0, 4),
    application_details: { square_product: 'ECOMMERCE_API', application_id: settings.applicationId },
    version_token: newId.versionToken(),
  })
}

function newCardDetails({ decline, entryMethod }: Token, card: CardFace, now: string): CardDetails {
  return {
    status: decline ? 'FAILED' : 'AUTHORIZED',
    card,
    entry_method: entryMethod,
    cvv_status: decline === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
    avs_status: decline === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
    ...(!decline && { auth_result_code: newId.uid().slice(0, 6).toUpperCase() }),
    statement_description: 'SQ *BLOOMERA EMULATOR',
    card_payment_timeline: decline ? {} : { authorized_at: now },
    ...(decline && { errors: [declineDetail(decline)] }),
  }
}

function otherDetails({ sourceType }: Token): Partial<Payment> {
  if (sourceType === 'WALLET') return { wallet_details: { status: 'AUTHORIZED', brand: 'CASH_APP' } }
  if (sourceType === 'BANK_ACCOUNT')
    return { bank_account_details: { bank_name: 'Emulated Bank', transfer_type: 'ACH' } }
  if (sourceType === 'BUY_NOW_PAY_LATER') return { buy_now_pay_later_details: { brand: 'AFTERPAY' } }
  return {}
}

export function completedPayment(payment: Payment, { clock, settings }: World): Payment {
  const { capabilities: _ended, ...rest } = payment
  const now = clock.stamp()
  return {
    ...rest,
    status: 'COMPLETED',
    updated_at: now,
    approved_money: payment.total_money,
    ...(payment.card_details && {
      card_details: {
        ...payment.card_details,
        status: 'CAPTURED',
        card_payment_timeline: { ...payment.card_details.card_payment_timeline, captured_at: now },
      },
    }),
    receipt_url: `http://${settings.host}:${settings.port}/receipts/${payment.id}`,
    version_token: newId.versionToken(),
  }
}

export function canceledPayment(payment: Payment, { clock }: World): Payment {
  const { capabilities: _ended, ...rest } = payment
  const now = clock.stamp()
  return {
    ...rest,
    status: 'CANCELED',
    updated_at: now,
    ...(payment.card_details && {
      card_details: {
        ...payment.card_details,
        status: 'VOIDED',
        card_payment_timeline: { ...payment.card_details.card_payment_timeline, voided_at: now },
      },
    }),
    version_token: newId.versionToken(),
  }
}

/** JSON has no undefined: unknown fields are omitted. */
function withoutUndefined<T extends JsonObject>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}
