import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'

export const SIGNUP_SOURCES = ['home', 'footer'] as const
export type SignupSource = (typeof SIGNUP_SOURCES)[number]

/** `website` is a honeypot: a hidden field that only bots fill in. */
export const emailSignupRequest = z.object({
  email: emailAddress,
  website: z.prefault(z.string().check(z.maxLength(1000)), ''),
  source: z.prefault(z.enum(SIGNUP_SOURCES), 'home'),
})

export const emailSignupResponse = z.object({ discountCode: z.string() })
export type EmailSignupResponse = z.infer<typeof emailSignupResponse>
