import * as z from 'zod/mini'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import type { Discount } from '#domain/money/pricing.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

/** As `ValidateDiscountCodeResponse`. */
const result = z.object({
  isValid: z.boolean(),
  discountAmount: z.int(),
  discountPercentage: z.number(),
  message: z.nullable(z.string()),
  error: z.nullable(z.string()),
})

export type DiscountCheck = { ok: true; message: string; discount: Discount } | { ok: false; error: string }

const TIMEOUT_MS = 10_000

export async function checkDiscountCode(
  discountCode: string,
  subtotalCents: number,
  send?: typeof fetch,
): Promise<DiscountCheck> {
  const answer = await postJson(
    paths.validateDiscountCode(),
    { discountCode, subtotal: subtotalCents },
    { timeoutMs: TIMEOUT_MS, send },
  )
  const parsed = result.safeParse(answer?.body)
  if (!parsed.success) return { ok: false, error: PAGE_MESSAGES.discountCheckFailed }
  const { isValid, discountAmount, discountPercentage, message, error } = parsed.data
  if (!isValid) return { ok: false, error: error ?? PAGE_MESSAGES.discountCheckFailed }
  return {
    ok: true,
    message: message ?? 'Code applied.',
    discount:
      discountPercentage > 0
        ? { kind: 'percent', percent: discountPercentage }
        : { kind: 'amount', amountCents: discountAmount },
  }
}
