import { z } from 'zod'
import { isEmailAddress } from '#contract/email-address.ts'
import { isTimeOfDay, WEEKDAYS } from '#domain/business/hours.ts'
import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import { NETWORK_KEYS } from '#domain/business/social.ts'
import { ZONE_KEYS } from '#domain/orders/delivery-estimate.ts'
import { isDay } from '#domain/time/shop-day.ts'

const line = (max: number) => z.string().max(max)
const email = z.string().refine(isEmailAddress)
const times = z.object({ opens: z.string().refine(isTimeOfDay), closes: z.string().refine(isTimeOfDay) })
const span = z.object({ from: z.int().min(0).max(60), to: z.int().min(0).max(60) })

/** What is stored. The forms at the desk are stricter, and explain what they refuse. */
export const SETTING_SCHEMAS: { [Key in SettingKey]: z.ZodType<ShopSettings[Key]> } = {
  business: z.object({
    name: line(100).min(1),
    email,
    phone: line(40).min(1),
    address: line(200),
  }),
  hours: z.object({
    days: z.record(z.enum(WEEKDAYS), times.nullable()),
    replyHours: z.int().min(1).max(240),
  }),
  social: z.record(z.enum(NETWORK_KEYS), line(300)),
  sender: z.object({ name: line(100), replyTo: z.union([z.literal(''), email]) }),
  inventory: z.object({ lowAt: z.int().min(0).max(10_000) }),
  reviews: z.object({ asksWhenShipped: z.boolean() }),
  notifications: z.object({ alerts: z.array(email).max(10).readonly() }),
  delivery: z.object({
    isStated: z.boolean(),
    handlingDays: z.int().min(0).max(30),
    transit: z.record(z.enum(ZONE_KEYS), span),
    closedDays: z.array(z.string().refine(isDay)).max(100).readonly(),
  }),
  returns: z.object({
    isStated: z.boolean(),
    days: z.int().min(1).max(365),
    takesOpened: z.boolean(),
    shopPays: z.boolean(),
  }),
}
