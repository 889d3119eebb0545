import { formatCents } from '#domain/money/cents.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { capitalized } from '#domain/text/first-letter.ts'
import { dateFormatter } from '#domain/time/date-formatter.ts'
import { SHOP_TIME_ZONE } from '#domain/time/display.ts'

export type LoggedPart = readonly [label: string, text: string]

/** What tells the entries of a list apart, in this order. */
const IDENTITIES = ['state', 'fromDay', 'slug', 'collection', 'product', 'productId', 'name', 'title', 'picture', 'id']
/** Words of forms that name things otherwise than the code. */
const NAMES: Readonly<Record<string, string>> = {
  alt: 'description',
  basisPoints: 'rate',
  flatCents: 'shipping',
  freeFromCents: 'free from',
  fromDay: 'from',
  hidesRatingUntilDecided: 'stars hidden until decided',
  isActive: 'active',
  isPublished: 'published',
  kind: 'sold in',
  onHand: 'inventory',
  requiresPasskeys: 'passkeys required',
  single: 'one size',
  was: 'price before',
}
const VALUES: Readonly<Record<string, string>> = { sized: 'sizes', single: 'one size' }
const SIZE = /^\d+oz$/

/**
 * A logged value in the words of the desk, however deep it is: `{ prices: { '1oz': 2500 } }` becomes 'Prices, 1oz',
 * '$25.00'. `labels` has the names of a form's fields.
 */
export function loggedParts(value: unknown, labels: Readonly<Record<string, string>> = {}): LoggedPart[] {
  if (!isObject(value)) return partsOf(value, { path: [], name: '', isMoney: false })
  return Object.entries(value).flatMap(([name, part]) =>
    partsOf(part, { path: [labels[name] ?? nameOf(name)], name, isMoney: isMoney(name) }),
  )
}

/** Where a value is: its labels, the name of its field, and if its numbers are cents. */
type Place = { path: readonly string[]; name: string; isMoney: boolean }

function partsOf(value: unknown, place: Place): LoggedPart[] {
  const { path } = place
  if (isObject(value))
    return Object.entries(value).flatMap(([inner, part]) =>
      partsOf(part, { path: [...path, nameOf(inner)], name: inner, isMoney: place.isMoney || isMoney(inner) }),
    )
  const each: unknown[] = Array.isArray(value) ? value.flat(Infinity) : [value]
  const entries = each.filter(isObject).flatMap((entry, index) => entryParts(entry, index, place))
  const texts = each.filter((one) => !isObject(one)).map((one) => textOf(one, place))
  if (texts.length === 0 && entries.length > 0) return entries
  return [...entries, [capitalized(path.join(', ') || 'value'), texts.join(', ')]]
}

/** Entries are told apart by what they are, so that one that moves within its list hasn't changed. */
function entryParts(
  entry: Readonly<Record<string, unknown>>,
  index: number,
  { path, isMoney: inMoney }: Place,
): LoggedPart[] {
  const identities = IDENTITIES.filter((name) => typeof entry[name] === 'string').slice(0, 2)
  const here = identities.map((name) => textOf(entry[name], { path, name, isMoney: false }))
  const inner = [...path, ...(here.length > 0 ? here : [String(index + 1)])]
  const rest = Object.entries(entry).filter(([name]) => !identities.includes(name))
  if (rest.length === 0) return [[capitalized(inner.join(', ')), 'Yes']]
  return rest.flatMap(([name, part]) =>
    partsOf(part, { path: [...inner, nameOf(name)], name, isMoney: inMoney || isMoney(name) }),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMoney(name: string): boolean {
  return name === 'prices' || name === 'was' || name.endsWith('Cents')
}

function nameOf(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? ''
  if (Object.hasOwn(US_STATES, name)) return US_STATES[name as keyof typeof US_STATES]
  if (SIZE.test(name)) return name
  return name
    .replace(/Cents$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/ id$/, ' ID')
}

const moment = dateFormatter('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: SHOP_TIME_ZONE })
const calendarDay = dateFormatter('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function textOf(value: unknown, { name, isMoney: isCents }: Place): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (isCents) return formatCents(value)
    return name.toLowerCase().endsWith('basispoints') ? `${value / 100}%` : value.toLocaleString('en-US')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (name === 'state' && Object.hasOwn(US_STATES, text)) return US_STATES[text as keyof typeof US_STATES]
  if (name === 'kind' && Object.hasOwn(VALUES, text)) return VALUES[text] ?? text
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return calendarDay(new Date(text))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return moment(new Date(text))
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}
