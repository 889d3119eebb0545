import {
  arrivalInDays,
  arrivalText,
  deliverySentence,
  estimateDelivery,
  holidaysUntil,
  type Zone,
  ZONE_KEYS,
  ZONES,
} from '../orders/delivery-estimate.ts'
import { homeState } from '../orders/neighbor-states.ts'
import { returnParagraphs } from '../orders/return-paragraphs.ts'
import { returnLine } from '../orders/return-terms.ts'
import { US_STATES } from '../orders/us-states.ts'
import { calendarDate, shortDay } from '../time/display.ts'
import { usDay } from '../time/shop-day.ts'
import { hoursLines, replyPromise, WEEKDAYS } from './hours.ts'
import { alertRecipients, replyAddress, sellerLines, type SettingKey, type ShopSettings } from './shop-settings.ts'
import { NETWORK_KEYS, NETWORKS, socialLinks } from './social.ts'

/** A setting as a form shows it: raw strings by field name. */
export type SettingFields = Record<string, string>

export type SettingField = {
  name: string
  label: string
  hint?: string
  /** 'lines' takes one entry per line; 'tick' is 'yes' or empty. A plain text is the default. */
  input?: 'email' | 'tel' | 'url' | 'time' | 'number' | 'lines' | 'tick'
}

/** Where the owner's words are shown, and how. */
export type Sentence = { place: string; text: string }

/** What a preview needs besides the settings. */
export type Surroundings = {
  /** The current shop day. */
  today: string
  /** The address that the mail server sends from. */
  mailAddress: string
}

type Description<Value> = {
  title: string
  lead: string
  groups: { title?: string; fields: SettingField[] }[]
  toFields: (value: Value) => SettingFields
  /** One line for the list of settings. */
  summary: (settings: ShopSettings, around: Surroundings) => string
  /** What follows from it, for the owner to read before it is saved. */
  sentences: (settings: ShopSettings, around: Surroundings) => Sentence[]
  /** How a hand-written text would mention it. */
  phrases: (settings: ShopSettings) => string[]
}

/** All settings. Their forms, lines in the list, previews and names in the audit log are derived from this. */
export const SETTINGS: { [Key in SettingKey]: Description<ShopSettings[Key]> } = {
  business: {
    title: 'Business details',
    lead: 'Who sells. Shown on pages, in emails, on packing slips and to search engines.',
    groups: [
      {
        fields: [
          { name: 'name', label: 'Business name', hint: 'As on your license, such as Bloomera LLC.' },
          { name: 'email', label: 'Email', input: 'email', hint: 'Where customers write to.' },
          { name: 'phone', label: 'Phone', input: 'tel' },
          {
            name: 'address',
            label: 'Postal address',
            hint: 'On one line. Without one, welcome emails are held back: the law requires an address in them.',
          },
        ],
      },
    ],
    toFields: ({ name, email, phone, address }) => ({ name, email, phone, address }),
    summary: ({ business: { name, address } }) => [name, cityOf(address)].filter(Boolean).join(', '),
    sentences: ({ business }) => {
      const { name, email, phone, address } = business
      const seller = sellerLines(business).join(', ')
      return [
        { place: 'Foot of every page', text: `${email} ${phone}` },
        { place: 'Contact', text: `Phone ${phone} Email ${email} ${address && `Mail ${address}`}`.trim() },
        { place: 'Foot of every email', text: seller },
        { place: 'Packing slips, printed orders and Terms of Service', text: seller },
        { place: 'Sender on labels', text: [name, address].filter(Boolean).join(', ') },
        { place: 'If the card form fails', text: `Order by email at ${email} or by phone at ${phone}.` },
      ]
    },
    // A single word is usually the brand, which stays.
    phrases: ({ business: { name, email, phone, address } }) => [
      email,
      phone,
      address,
      ...(name.includes(' ') ? [name] : []),
    ],
  },
  hours: {
    title: 'Hours & contact',
    lead: 'When you can be reached, in Mountain time.',
    groups: [
      ...WEEKDAYS.map((day) => ({
        title: day,
        fields: [
          { name: `${day.toLowerCase()}Opens`, label: 'Opens', input: 'time' as const },
          { name: `${day.toLowerCase()}Closes`, label: 'Closes', input: 'time' as const },
        ],
      })),
      {
        title: 'Replies',
        fields: [
          {
            name: 'replyHours',
            label: 'Emails are answered within (hours)',
            input: 'number',
            hint: 'On business days.',
          },
        ],
      },
    ],
    toFields: ({ days, replyHours }) => ({
      ...Object.fromEntries(
        WEEKDAYS.flatMap((day) => [
          [`${day.toLowerCase()}Opens`, days[day]?.opens ?? ''],
          [`${day.toLowerCase()}Closes`, days[day]?.closes ?? ''],
        ]),
      ),
      replyHours: String(replyHours),
    }),
    summary: ({ hours }) => hoursLines(hours).map(({ days, times }) => `${days} ${times}`)[0] ?? '',
    sentences: ({ hours }) => [
      ...hoursLines(hours).map(({ days, times }, index) => ({
        place: `Contact, hours, line ${index + 1}`,
        text: `${days} ${times}`,
      })),
      { place: 'Contact, top of the page', text: `We reply ${replyPromise(hours)}, usually sooner.` },
    ],
    phrases: ({ hours }) => [
      ...hoursLines(hours).flatMap(({ times }) => (times === 'Closed' ? [] : [times.replace(/ MST$/, '')])),
      `${hours.replyHours} hours`,
    ],
  },
  social: {
    title: 'Social links',
    lead: 'Your profiles. Leave out what you don’t use.',
    groups: [{ fields: NETWORK_KEYS.map((name) => ({ name, label: NETWORKS[name], input: 'url' as const })) }],
    toFields: (links) => ({ ...links }),
    summary: ({ social }) =>
      socialLinks(social)
        .map(({ name }) => name)
        .join(', ') || 'None',
    sentences: ({ social }) => {
      const links = socialLinks(social)
      const names = links.map(({ name }) => name).join(' ')
      return [
        { place: 'Foot of every page, and Contact', text: names || 'No links' },
        { place: 'Button on Contact', text: links[0] ? `Follow on ${links[0].name}` : 'No button' },
        { place: 'Search engines', text: links.map(({ url }) => url).join(' ') || 'No profiles' },
      ]
    },
    phrases: ({ social }) => socialLinks(social).map(({ url }) => url.replace(/^https?:\/\//, '')),
  },
  sender: {
    title: 'Email sender',
    lead: 'How your emails appear in an inbox.',
    groups: [
      {
        fields: [
          { name: 'name', label: 'Sender name' },
          {
            name: 'replyTo',
            label: 'Replies go to',
            input: 'email',
            hint: 'Leave it empty to use the email in Business details.',
          },
        ],
      },
    ],
    toFields: ({ name, replyTo }) => ({ name, replyTo }),
    summary: (settings, { mailAddress }) => settings.sender.name || mailAddress,
    sentences: (settings, { mailAddress }) => [
      { place: 'From', text: `${settings.sender.name} <${mailAddress}>`.trim() },
      { place: 'A reply goes to', text: replyAddress(settings) },
    ],
    phrases: () => [],
  },
  inventory: {
    title: 'Inventory',
    lead: 'When a product counts as low stock.',
    groups: [
      {
        fields: [
          { name: 'lowAt', label: 'Low stock at (bottles of a size)', input: 'number', hint: 'This many or fewer.' },
        ],
      },
    ],
    toFields: ({ lowAt }) => ({ lowAt: String(lowAt) }),
    summary: ({ inventory: { lowAt } }) => `Low at ${lowAt}`,
    sentences: ({ inventory: { lowAt } }) => [
      { place: 'Low Stock badge on the home page', text: `For a size with ${lowAt} bottles or fewer.` },
      { place: 'Today and Products', text: `Marked as low at ${lowAt} or fewer.` },
    ],
    phrases: () => [],
  },
  reviews: {
    title: 'Reviews',
    lead: 'Every review is read before it appears. Whether you see its stars while you decide is set on the Reviews screen.',
    groups: [
      {
        fields: [
          {
            name: 'asksWhenShipped',
            label: 'Ask for reviews when an order ships',
            input: 'tick',
            hint: 'The shipping email links to a review of each oil in the order.',
          },
        ],
      },
    ],
    toFields: ({ asksWhenShipped }) => ({ asksWhenShipped: asksWhenShipped ? 'yes' : '' }),
    summary: ({ reviews }) => (reviews.asksWhenShipped ? 'Asked for when an order ships' : 'Not asked for'),
    sentences: ({ reviews }) => [
      {
        place: 'Shipping email',
        text: reviews.asksWhenShipped ? 'Review {oil}, for each oil in the order.' : 'No links to reviews.',
      },
    ],
    phrases: () => [],
  },
  notifications: {
    title: 'Notifications',
    lead: 'Who gets an email when something needs you: a refused refund, a failed backup, stolen cards at the checkout.',
    groups: [
      {
        fields: [
          {
            name: 'alerts',
            label: 'Alerts go to',
            input: 'lines',
            hint: 'One email address per line. Leave it empty to use the email in Business details.',
          },
        ],
      },
    ],
    toFields: ({ alerts }) => ({ alerts: alerts.join('\n') }),
    summary: (settings) => alertRecipients(settings).join(', '),
    sentences: (settings) => [{ place: 'The next alert goes to', text: alertRecipients(settings).join(', ') }],
    phrases: () => [],
  },
  delivery: {
    title: 'Delivery estimate',
    lead: 'How long packing and shipping take, in business days. Weekends and federal holidays are skipped.',
    groups: [
      {
        fields: [
          {
            name: 'isStated',
            label: 'Tell customers',
            input: 'tick',
            hint: 'On product pages, in the cart, at checkout, on order pages and in emails, as “usually arrives”. Until you turn this on, the shop names no dates.',
          },
          {
            name: 'handlingDays',
            label: 'Handling (business days)',
            input: 'number',
            hint: 'From the order until the package leaves. 0 means the same day.',
          },
        ],
      },
      ...ZONE_KEYS.map((zone) => ({
        title: ZONES[zone],
        fields: [
          { name: `${zone}From`, label: 'Transit, from', input: 'number' as const },
          { name: `${zone}To`, label: 'Transit, to', input: 'number' as const },
        ],
      })),
      {
        title: 'Days off',
        fields: [
          {
            name: 'closedDays',
            label: 'No packing on',
            input: 'lines',
            hint: 'One day per line, such as 12/24/2026.',
          },
        ],
      },
    ],
    toFields: ({ isStated, handlingDays, transit, closedDays }) => ({
      isStated: isStated ? 'yes' : '',
      handlingDays: String(handlingDays),
      ...Object.fromEntries(
        ZONE_KEYS.flatMap((zone) => [
          [`${zone}From`, String(transit[zone].from)],
          [`${zone}To`, String(transit[zone].to)],
        ]),
      ),
      closedDays: closedDays.map(usDay).join('\n'),
    }),
    summary: ({ delivery }) =>
      delivery.isStated ? `Ships within ${delivery.handlingDays} business days` : 'Not shown to customers',
    sentences: ({ delivery, business }, { today }) => [
      { place: 'Shipping & Returns', text: delivery.isStated ? deliverySentence(delivery) : 'No estimate.' },
      {
        place: 'Product pages, before a state is chosen',
        text: delivery.isStated ? `Usually arrives ${arrivalInDays(delivery)} after you order` : 'No estimate.',
      },
      ...ZONE_KEYS.map((zone) => {
        const { shipBy, from, to } = estimateDelivery(delivery, today, zone)
        const skipped = holidaysUntil(today, to).map((day) => ` ${calendarDate(day)} is a holiday.`)
        return {
          place: `Ordered today, to ${zoneName(zone, business.address)}`,
          text: `Ships by ${shortDay(shipBy)}, usually arrives ${arrivalText({ from, to })}.${skipped.join('')}`,
        }
      }),
    ],
    phrases: ({ delivery: { handlingDays } }) => [`within ${handlingDays} business days`],
  },
  returns: {
    title: 'Returns',
    lead: 'What customers may send back. Read it once and confirm it; a policy of your own can say more.',
    groups: [
      {
        fields: [
          {
            name: 'isStated',
            label: 'Tell customers',
            input: 'tick',
            hint: 'On product pages, on Shipping & Returns until you publish a policy there, and to search engines. Until you turn this on, the shop says nothing about returns.',
          },
          { name: 'days', label: 'Days to return, after delivery', input: 'number' },
          {
            name: 'takesOpened',
            label: 'Take back opened bottles',
            input: 'tick',
            hint: 'Without it, only unopened ones.',
          },
          { name: 'shopPays', label: 'Pay for return shipping', input: 'tick', hint: 'Without it, customers pay.' },
        ],
      },
    ],
    toFields: ({ isStated, days, takesOpened, shopPays }) => ({
      isStated: isStated ? 'yes' : '',
      days: String(days),
      takesOpened: takesOpened ? 'yes' : '',
      shopPays: shopPays ? 'yes' : '',
    }),
    summary: ({ returns }) => (returns.isStated ? returnLine(returns) : 'Not shown to customers'),
    sentences: ({ returns }) => [
      { place: 'Product pages', text: returns.isStated ? returnLine(returns) : 'Nothing about returns.' },
      {
        place: 'Shipping & Returns',
        text: returns.isStated ? returnParagraphs(returns).join(' ') : 'Nothing about returns.',
      },
    ],
    phrases: ({ returns: { days } }) => [`within ${days} days`],
  },
}

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** Fields of a logged value with their labels; undefined if it is not one of these settings. */
export function labeledFields(key: string, value: unknown): [label: string, text: string][] | undefined {
  const found = SETTING_KEYS.find((known) => known === key)
  if (!found) return undefined
  const { groups, toFields } = SETTINGS[found] as Description<unknown>
  const values = fieldsOr(toFields, value)
  return (
    values &&
    groups.flatMap(({ title, fields }) =>
      fields.map(({ name, label }): [string, string] => [
        title ? `${title}, ${label.toLowerCase()}` : label,
        values[name] ?? '',
      ]),
    )
  )
}

/** Entries logged by older versions may have a different shape; the log shows them as is. */
function fieldsOr(toFields: (value: unknown) => SettingFields, value: unknown): SettingFields | undefined {
  try {
    return toFields(value)
  } catch {
    return undefined
  }
}

function zoneName(zone: Zone, address: string): string {
  if (zone === 'near') return `${US_STATES[homeState(address)]} and its neighbors`
  return zone === 'rest' ? 'the other states' : ZONES.far
}

/** "482 Orchard Lane, Provo, UT 84601" -> "Provo". */
function cityOf(address: string): string {
  return address.split(',').at(-2)?.trim() ?? ''
}
