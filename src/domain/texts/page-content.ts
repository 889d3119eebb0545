import { fillPlaceholders } from './placeholders.ts'
import { readStoredValue } from './slot-values.ts'
import type { Block, Link, Slot, SlotValue } from './slots.ts'
import { slotsOf, type TextKey, textPage, type Texts } from './text-pages.ts'

/** What the owner has changed on a page, by slot. Everything else uses the default texts. */
export type PageContent = Readonly<Record<string, SlotValue>>

export const NO_CONTENT: PageContent = {}

/** Stored content that still fits; the rest counts as unchanged. */
export function readContent(key: TextKey, stored: unknown): PageContent {
  if (typeof stored !== 'object' || stored === null) return NO_CONTENT
  const page = textPage(key)
  const values = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(
    slotsOf(page).flatMap(({ name, slot }) => {
      const value = values.has(name) ? readStoredValue(slot, values.get(name), page.facts) : undefined
      return value === undefined || isSame(value, slot.initial) ? [] : [[name, value]]
    }),
  )
}

export function valueIn(content: PageContent, name: string, slot: Slot): SlotValue {
  return Object.hasOwn(content, name) ? (content[name] ?? slot.initial) : slot.initial
}

/** The words of a page by section and slot, with the facts filled in. */
export function textsIn<Key extends TextKey>(
  key: Key,
  content: PageContent,
  facts: Readonly<Record<string, string>> = {},
): Texts<Key> {
  const texts: Record<string, Record<string, SlotValue>> = {}
  for (const { name, section, slot } of slotsOf(textPage(key))) {
    texts[section] ??= {}
    texts[section][name.slice(section.length + 1)] = mapTexts(valueIn(content, name, slot), (text) =>
      fillPlaceholders(text, facts),
    )
  }
  return texts as Texts<Key>
}

export function isSame(a: SlotValue, b: SlotValue): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

/** The database doesn't preserve the order of object keys. */
function inOrder(value: SlotValue): unknown {
  const sorted = (part: object) => Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map((part: object) => sorted(part)) : sorted(value)
}

/** Every text of a value that readers see, so not the targets of links. */
export function wordsIn(value: SlotValue): string[] {
  const words: string[] = []
  mapTexts(value, (text) => {
    words.push(text)
    return text
  })
  return words
}

function mapTexts(value: SlotValue, map: (text: string) => string): SlotValue {
  if (typeof value === 'string') return map(value)
  if (!isList(value)) return { ...value, label: map(value.label) }
  return value.map((part) => ('kind' in part ? mapBlock(part as Block, map) : mapItem(part, map))) as SlotValue
}

function isList(value: Exclude<SlotValue, string>): value is Exclude<SlotValue, string | Link> {
  return Array.isArray(value)
}

function mapItem(item: object, map: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(item).map(([name, text]) => [name, map(String(text))]))
}

function mapBlock(block: Block, map: (text: string) => string): Block {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.map(map) }
    case 'link':
      return { ...block, label: map(block.label) }
    case 'picture':
      return { ...block, alt: map(block.alt) }
    default:
      return { ...block, text: map(block.text) }
  }
}

/** Addresses of the pictures in a page's texts. */
export function picturesIn(content: PageContent): string[] {
  return Object.values(content).flatMap((value) =>
    typeof value === 'string' || !isList(value)
      ? []
      : value.flatMap((part) => ('address' in part ? [part.address] : [])),
  )
}
