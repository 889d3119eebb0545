import { z } from 'zod'
import { isEmailAddress } from '#contract/email-address.ts'
import { isTimeOfDay, type OpenTimes, WEEKDAYS, type Weekday } from '#domain/business/hours.ts'
import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import { NETWORK_KEYS } from '#domain/business/social.ts'
import { ZONE_KEYS } from '#domain/orders/delivery-estimate.ts'
import { tidyLine } from '#domain/text/tidy.ts'
import { readDay } from '#domain/time/shop-day.ts'
import { maybeTypedAs, type Reading, ticked, typedAs } from '#server/platform/http/form-fields.ts'

const MAX_ALERT_RECIPIENTS = 10
const MAX_CLOSED_DAYS = 100

const line = (max: number, problemOf: (text: string) => string | undefined = () => undefined) =>
  typedAs((typed) => asLine(typed, max, problemOf))
const whole = (min: number, max: number) => typedAs((text) => asWhole(text, min, max))
const days = whole(0, 60)

/** What the owner types, field by field, and what is wrong with it. */
export const SETTING_FORMS: { [Key in SettingKey]: z.ZodType<ShopSettings[Key]> } = {
  business: z.object({
    name: line(100, (name) => (name === '' ? 'Enter the name of the business.' : undefined)),
    email: typedAs(asEmail),
    phone: typedAs(asPhone),
    address: line(200),
  }),
  hours: z.object({ ...hoursFields(), replyHours: whole(1, 240) }).transform((fields, context) => ({
    days: readHours(fields, (name, problem) => context.addIssue({ code: 'custom', path: [name], message: problem })),
    replyHours: fields.replyHours,
  })),
  social: z
    .object(Object.fromEntries(NETWORK_KEYS.map((network) => [network, maybeTypedAs(asProfile)])))
    .transform((links) => recordOf(NETWORK_KEYS, (network) => links[network] ?? '')),
  sender: z
    .object({
      name: line(100, (name) =>
        /[<>"@]/.test(name) ? 'Leave out <, >, " and @: mail programs misread them.' : undefined,
      ),
      replyTo: maybeTypedAs(asEmail),
    })
    .transform(({ name, replyTo }) => ({ name, replyTo: replyTo ?? '' })),
  inventory: z.object({ lowAt: whole(0, 10_000) }),
  reviews: z.object({ asksWhenShipped: ticked }),
  notifications: z.object({ alerts: typedAs((text) => asLines(text, MAX_ALERT_RECIPIENTS, asEmail)) }),
  delivery: z
    .object({
      isStated: ticked,
      handlingDays: whole(0, 30),
      closedDays: typedAs((text) => asLines(text, MAX_CLOSED_DAYS, asDay)),
      ...Object.fromEntries(ZONE_KEYS.flatMap((zone) => [`${zone}From`, `${zone}To`].map((name) => [name, days]))),
    })
    .transform((fields, context) => {
      const { isStated, handlingDays, closedDays } = fields
      const spans: Record<string, unknown> = fields
      const transit = recordOf(ZONE_KEYS, (zone) => {
        const [from, to] = [Number(spans[`${zone}From`]), Number(spans[`${zone}To`])]
        if (from > to)
          context.addIssue({ code: 'custom', path: [`${zone}To`], message: 'This must not be less than “from”.' })
        return { from, to }
      })
      return { isStated, handlingDays, transit, closedDays: closedDays.toSorted() }
    }),
  returns: z.object({ isStated: ticked, days: whole(1, 365), takesOpened: ticked, shopPays: ticked }),
}

function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

function hoursFields() {
  const times = WEEKDAYS.flatMap((day) => [`${day.toLowerCase()}Opens`, `${day.toLowerCase()}Closes`])
  return Object.fromEntries(times.map((name) => [name, maybeTypedAs(asTime)]))
}

function readHours(
  fields: Record<string, string | number | null>,
  refuse: (name: string, problem: string) => void,
): Record<Weekday, OpenTimes> {
  return recordOf(WEEKDAYS, (day) => {
    const names = { opens: `${day.toLowerCase()}Opens`, closes: `${day.toLowerCase()}Closes` }
    const [opens, closes] = [fields[names.opens], fields[names.closes]]
    if (typeof opens !== 'string' && typeof closes !== 'string') return null
    if (typeof opens !== 'string') refuse(names.opens, 'Enter both times, or neither if you’re closed.')
    else if (typeof closes !== 'string') refuse(names.closes, 'Enter both times, or neither if you’re closed.')
    else if (closes <= opens) refuse(names.closes, 'This must be after the time you open.')
    return { opens: String(opens), closes: String(closes) }
  })
}

function asLine(typed: string, max: number, problemOf: (text: string) => string | undefined): Reading<string> {
  const value = tidyLine(typed)
  const problem = value.length > max ? `Use ${max} characters at most.` : problemOf(value)
  return problem === undefined ? { value } : { problem }
}

function asEmail(text: string): Reading<string> {
  return isEmailAddress(text) ? { value: text } : { problem: 'Enter an email address such as hello@bloomera.example.' }
}

function asPhone(text: string): Reading<string> {
  const hasEnoughDigits = text.replaceAll(/\D/g, '').length >= 7
  return hasEnoughDigits && /^[\d ().+-]{7,40}$/.test(text)
    ? { value: text }
    : { problem: 'Enter a phone number such as (801) 555-0142.' }
}

function asProfile(text: string): Reading<string> {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.hostname.includes('.') && text.length <= 300
    ? { value: url.href }
    : { problem: 'Enter an address that starts with https://.' }
}

function asTime(text: string): Reading<string> {
  return isTimeOfDay(text) ? { value: text } : { problem: 'Write the time as 09:00 or 17:30.' }
}

function asDay(text: string): Reading<string> {
  const day = readDay(text)
  return day ? { value: day } : { problem: 'Write each day as 12/24/2026.' }
}

function asWhole(text: string, min: number, max: number): Reading<number> {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? { value } : { problem: `Enter a whole number from ${min} to ${max}.` }
}

/** Entries separated by lines or commas, without duplicates. */
function asLines(text: string, max: number, read: (line: string) => Reading<string>): Reading<string[]> {
  const found = new Set<string>()
  for (const part of text.split(/[\n,]/)) {
    const entry = part.trim()
    if (entry === '') continue
    const reading = read(entry)
    if ('problem' in reading) return { problem: `“${entry.slice(0, 60)}”: ${reading.problem}` }
    found.add(reading.value)
  }
  return found.size > max ? { problem: `Enter ${max} at most.` } : { value: [...found] }
}
