import { z } from 'zod'
import { emailAddress } from './email-address.ts'

export const SIGNUP_SOURCES = ['home', 'footer'] as const
export type SignupSource = (typeof SIGNUP_SOURCES)[number]

/** `website` is a honeypot: a hidden field that only bots fill in. */
export const emailSignupRequest = z.object({
  email: emailAddress,
  website: z.string().max(1000).default(''),
  source: z.enum(SIGNUP_SOURCES).default('home'),
})

export const emailSignupResponse = z.object({ discountCode: z.string() })
export type EmailSignupResponse = z.infer<typeof emailSignupResponse>
