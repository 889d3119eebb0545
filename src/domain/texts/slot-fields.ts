import { tidyLine, tidyText } from '../text/tidy.ts'
import { isSame, type PageContent, valueIn } from './page-content.ts'
import { problemsOf } from './slot-values.ts'
import type { Block, BlockKind, Link, Slot, SlotValue, TextRules } from './slots.ts'
import { slotsOf, type TextKey, textPage } from './text-pages.ts'

/** A form as submitted: raw strings by field name. */
export type Fields = Readonly<Record<string, string>>

/** An item or a block as its form sends it. */
export type RawItem = Record<string, string>

export const BLOCK_KINDS: readonly (readonly [BlockKind, string])[] = [
  ['paragraph', 'Paragraph'],
  ['heading', 'Heading'],
  ['list', 'List'],
  ['link', 'Link'],
  ['picture', 'Picture'],
]

/** More than any list can have, so that reading a form always ends. */
const MOST_ITEMS = 60

/** The fields of a page's form, filled with its content. */
export function toFields(key: TextKey, content: PageContent): Record<string, string> {
  return Object.assign({}, ...slotsOf(textPage(key)).map(({ name, slot }) => fieldsOf(name, slot, content)))
}

function fieldsOf(name: string, slot: Slot, content: PageContent): Record<string, string> {
  const value = valueIn(content, name, slot)
  if (slot.kind === 'text') return { [name]: value as string }
  if (slot.kind === 'link') {
    const { label, to } = value as Link
    return { [`${name}.label`]: label, [`${name}.to`]: to }
  }
  const items = slot.kind === 'items' ? (value as readonly RawItem[]) : (value as readonly Block[]).map(toRaw)
  return writeItems(name, items)
}

/** The list is there even if it is empty. */
export function writeItems(name: string, items: readonly RawItem[]): Record<string, string> {
  const fields: Record<string, string> = { [name]: 'list' }
  for (const [index, item] of items.entries())
    for (const [field, text] of Object.entries(item)) fields[`${name}.${index}.${field}`] = text
  return fields
}

export function readItems(name: string, fields: Fields): RawItem[] {
  const found = new Map<number, RawItem>()
  for (const [field, text] of Object.entries(fields)) {
    if (!field.startsWith(`${name}.`)) continue
    const [, place = '', part = ''] = /^(\d{1,2})\.(\w+)$/.exec(field.slice(name.length + 1)) ?? []
    if (place === '' || Number(place) >= MOST_ITEMS) continue
    const item = found.get(Number(place)) ?? {}
    item[part] = text
    found.set(Number(place), item)
  }
  return [...found].toSorted(([one], [other]) => one - other).map(([, item]) => item)
}

type PageRead = { content: PageContent; errors: Record<string, string> }

/** Reads a page's form. A slot with the default text isn't stored, and one missing from the form stays unchanged. */
export function readFields(key: TextKey, fields: Fields, stored: PageContent): PageRead {
  const page = textPage(key)
  const content: Record<string, SlotValue> = {}
  const errors: Record<string, string> = {}
  for (const { name, slot } of slotsOf(page)) {
    const value = readSlot(name, slot, fields) ?? valueIn(stored, name, slot)
    if (isSame(value, slot.initial)) continue
    content[name] = value
    for (const [part, problem] of Object.entries(problemsOf(slot, value, page.facts)))
      errors[part === '' ? name : `${name}.${part}`] = problem
  }
  return { content, errors }
}

/**
 * Renumbers a form's items as they are read, without the empty ones, so that problems are reported at the fields that
 * are shown.
 */
export function tidyFields(key: TextKey, fields: Fields): Record<string, string> {
  let result: Record<string, string> = { ...fields }
  for (const { name, slot } of slotsOf(textPage(key))) {
    const isList = slot.kind === 'items' || slot.kind === 'blocks'
    if (!isList || fields[name] === undefined) continue
    const rest = Object.entries(result).filter(([field]) => !field.startsWith(`${name}.`))
    const written = readItems(name, fields).filter((item) => !isEmpty(slot, item))
    result = { ...Object.fromEntries(rest), ...writeItems(name, written) }
  }
  return result
}

function readSlot(name: string, slot: Slot, fields: Fields): SlotValue | undefined {
  if (slot.kind === 'text') return fields[name] === undefined ? undefined : tidied(fields[name], slot)
  if (slot.kind === 'link') {
    const [label, to] = [fields[`${name}.label`], fields[`${name}.to`]]
    return label === undefined || to === undefined ? undefined : { label: tidyLine(label), to: to.trim() }
  }
  if (fields[name] === undefined) return undefined
  const items = readItems(name, fields).filter((item) => !isEmpty(slot, item))
  if (slot.kind === 'blocks') return items.map(toBlock)
  return items.map((item) =>
    Object.fromEntries(Object.entries(slot.fields).map(([field, rules]) => [field, tidied(item[field] ?? '', rules)])),
  )
}

function tidied(text: string, { isLong = false }: Pick<TextRules, 'isLong'>): string {
  return isLong ? tidyText(text) : tidyLine(text)
}

/** Returns true if nothing was typed into it; the choice of a select doesn't count. */
function isEmpty(slot: Slot, item: RawItem): boolean {
  const written =
    slot.kind === 'items'
      ? Object.entries(slot.fields).flatMap(([field, { choices }]) => (choices ? [] : [item[field] ?? '']))
      : [item.text ?? '', item.to ?? '', item.address ?? '']
  return written.every((text) => text.trim() === '')
}

function toRaw(block: Block): RawItem {
  switch (block.kind) {
    case 'list':
      return { kind: block.kind, text: block.items.join('\n') }
    case 'link':
      return { kind: block.kind, text: block.label, to: block.to }
    case 'picture':
      return { kind: block.kind, text: block.alt, address: block.address }
    default:
      return { kind: block.kind, text: block.text }
  }
}

function toBlock({ kind, text = '', to = '', address = '' }: RawItem): Block {
  switch (kind) {
    case 'heading':
      return { kind, text: tidyLine(text) }
    case 'list':
      return {
        kind,
        items: text
          .split('\n')
          .map(tidyLine)
          .filter((item) => item !== ''),
      }
    case 'link':
      return { kind, label: tidyLine(text), to: to.trim() }
    case 'picture':
      return { kind, alt: tidyLine(text), address }
    default:
      return { kind: 'paragraph', text: tidyText(text) }
  }
}
