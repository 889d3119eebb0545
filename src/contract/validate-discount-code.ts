import * as z from 'zod/mini'

/** Exactly one of message and error is a text, except for a blank code, which has neither. */
export const validateDiscountCodeResponse = z.object({
  isValid: z.boolean(),
  /** Cents. */
  discountAmount: z.int(),
  discountPercentage: z.int(),
  message: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type ValidateDiscountCodeResponse = z.infer<typeof validateDiscountCodeResponse>

/** Far above any cart: 99 lines of the most expensive bottle. */
export const MAX_SUBTOTAL_CENTS = 10_000_000

export const validateDiscountCodeRequest = z.object({
  discountCode: z.string().check(z.maxLength(1000)),
  subtotal: z.int().check(z.minimum(0), z.maximum(MAX_SUBTOTAL_CENTS)),
})
