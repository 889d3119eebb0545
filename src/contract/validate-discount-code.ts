import { z } from 'zod'

/** Exactly one of message and error is a text, except for a blank code, which has neither. */
export const validateDiscountCodeResponse = z.object({
  isValid: z.boolean(),
  /** Cents. */
  discountAmount: z.int(),
  discountPercentage: z.int(),
  message: z.string().nullable(),
  error: z.string().nullable(),
})
export type ValidateDiscountCodeResponse = z.infer<typeof validateDiscountCodeResponse>

/** Far above any cart: 99 lines of the most expensive bottle. */
const MAX_SUBTOTAL_CENTS = 10_000_000

export const validateDiscountCodeRequest = z.object({
  discountCode: z.string().max(1000),
  subtotal: z.int().min(0).max(MAX_SUBTOTAL_CENTS),
})
