import { z } from 'zod'

/** Exactly one of message and error is set, except for a blank code, which has neither. */
export type ValidateDiscountCodeResponse = {
  isValid: boolean
  /** Cents. */
  discountAmount: number
  discountPercentage: number
  message: string | null
  error: string | null
}

/** Far above any cart: 99 lines of the most expensive bottle. */
const MAX_SUBTOTAL_CENTS = 10_000_000

export const validateDiscountCodeRequest = z.object({
  discountCode: z.string().max(1000),
  subtotal: z.int().min(0).max(MAX_SUBTOTAL_CENTS),
})
