import { formatCents } from '#domain/money/cents.ts'

/** A field of a logged change that isn't in any form: 'refundedCents', 2500 becomes 'Refunded', '$25.00'. */
export function loggedField(name: string, value: unknown): readonly [label: string, text: string] {
  const isCents = name.endsWith('Cents')
  const words = (isCents ? name.slice(0, -'Cents'.length) : name).replaceAll(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
  const label = words.charAt(0).toUpperCase() + words.slice(1).replace(/ id$/, ' ID')
  return [label, isCents && typeof value === 'number' ? formatCents(value) : loggedText(value)]
}

export function loggedText(value: unknown): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
