import { NO_CONTENT } from './page-content.ts'
import { type Fields, readItems, toFields, writeItems } from './slot-fields.ts'
import { slotsOf, type TextKey, textPage } from './text-pages.ts'

/** A button that rearranges a form without saving it, such as `up:selling.points:1` or `add:story.body:heading`. */
export function afterChange(
  key: TextKey,
  fields: Fields,
): { fields: Record<string, string>; slot: string } | undefined {
  const [what = '', name = '', which = ''] = (fields.change ?? '').split(':')
  const found = slotsOf(textPage(key)).find((candidate) => candidate.name === name)
  if (!found) return undefined
  const { change: _, ...rest } = fields
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([field]) => field !== name && !field.startsWith(`${name}.`)),
  )
  if (what === 'reset') {
    const initial = Object.entries(toFields(key, NO_CONTENT)).filter(
      ([field]) => field === name || field.startsWith(`${name}.`),
    )
    return { fields: { ...kept, ...Object.fromEntries(initial) }, slot: name }
  }
  if (found.slot.kind !== 'items' && found.slot.kind !== 'blocks') return undefined
  const items = readItems(name, fields)
  const place = Number(which)
  const item = items[place]
  if (what === 'add')
    items.push(found.slot.kind === 'blocks' ? { kind: which || 'paragraph', text: '' } : blank(found.slot.fields))
  else if (item === undefined) return undefined
  else if (what === 'remove') items.splice(place, 1)
  else if (what === 'up' && place > 0) items.splice(place - 1, 2, item, items[place - 1] ?? item)
  else if (what === 'down' && place < items.length - 1) items.splice(place, 2, items[place + 1] ?? item, item)
  return { fields: { ...kept, ...writeItems(name, items) }, slot: name }
}

function blank(fields: Readonly<Record<string, { choices?: readonly (readonly [string, string])[] }>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, { choices }]) => [name, choices?.[0]?.[0] ?? '']))
}
