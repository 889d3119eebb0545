import { MAX_SUBTOTAL_CENTS } from '#contract/validate-discount-code.ts'
import { formatCents } from '#domain/money/cents.ts'
import { checkDiscountCode } from './check-discount-code.ts'
import { rememberCode } from './remembered-code.ts'

export type TakenCode = { ok: boolean; message: string }

/**
 * Remembers a code from a link if the shop knows it. Until then it's untrusted text and isn't shown. Checked without
 * regard to the cart; checkout shows the code's conditions.
 */
export async function takeCode(code: string, send?: typeof fetch): Promise<TakenCode> {
  const check = await checkDiscountCode(code, MAX_SUBTOTAL_CENTS, send)
  if (!check.ok) return { ok: false, message: check.error }
  rememberCode(code)
  const { discount } = check
  const worth = discount.kind === 'percent' ? `${discount.percent}%` : formatCents(discount.amountCents)
  return { ok: true, message: `${worth} off with code ${code}. We’ll apply it at checkout.` }
}
