import type { Hono } from 'hono'
import { MESSAGES } from '#contract/messages.ts'
import { validateDiscountCodeRequest, type ValidateDiscountCodeResponse } from '#contract/validate-discount-code.ts'
import { formatCents } from '#domain/money/cents.ts'
import { tidyCode } from '#domain/money/typed-code.ts'
import { constantTimeFloor } from '#server/platform/http/constant-time-floor.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import type { DiscountPreview, DiscountService } from './discounts.service.ts'

/** Codes have 58 bits: ten thousand addresses that guess among ten thousand live codes need centuries for one hit. */
const PER_ADDRESS = { count: 10, perMs: 60 * 1000 }
const FLOOR_MS = 80

const NOTHING: ValidateDiscountCodeResponse = {
  isValid: false,
  discountAmount: 0,
  discountPercentage: 0,
  message: null,
  error: null,
}
/** Unknown, used, expired, wrong case: all get the same response, so guessing reveals nothing. */
const INVALID: ValidateDiscountCodeResponse = { ...NOTHING, error: MESSAGES.discountInvalid }
const FAILED: ValidateDiscountCodeResponse = { ...NOTHING, error: MESSAGES.discountCheckFailed }

export function validateDiscountCode({ discounts, ...parts }: FunctionDeps & { discounts: DiscountService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'validate-discount-code',
    perAddress: PER_ADDRESS,
    schema: validateDiscountCodeRequest,
    failure: () => FAILED,
    failed: { message: MESSAGES.discountCheckFailed },
    async run({ discountCode, subtotal }, c) {
      const code = tidyCode(discountCode)
      if (code === '') return c.json(NOTHING, 200, forApi)
      const preview = await constantTimeFloor(FLOOR_MS, () => discounts.preview(code, subtotal))
      return c.json(toResponse(preview), 200, forApi)
    },
  })
}

function toResponse(preview: DiscountPreview): ValidateDiscountCodeResponse {
  if (!preview.ok) {
    // Not a secret from someone with an otherwise valid code.
    return preview.reason === 'below-minimum'
      ? { ...NOTHING, error: `This code is for orders of ${formatCents(preview.minimumSubtotalCents)} or more.` }
      : INVALID
  }
  const { discount, discountCents } = preview
  if (discountCents === 0) return INVALID
  const discountPercentage = discount.kind === 'percent' ? discount.percent : 0
  const saved = `You save ${formatCents(discountCents)}.`
  return {
    isValid: true,
    discountAmount: discountCents,
    discountPercentage,
    message: discountPercentage > 0 ? `${discountPercentage}% off. ${saved}` : saved,
    error: null,
  }
}
