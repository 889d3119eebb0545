/** A place in a page that the owner can fill in. Each has a default text. */
export type Slot = TextSlot | LinkSlot | ItemsSlot<string> | BlocksSlot

type Described = {
  /** Shown above the field. */
  label: string
  hint?: string
}

export type TextRules = {
  max: number
  /** Several lines high. */
  isLong?: boolean
  /** Italic, bold and links are marked in the text. */
  isRich?: boolean
  isOptional?: boolean
  /** What the shop fills in, besides facts. */
  placeholders?: readonly string[]
  required?: readonly string[]
}

export type TextSlot = Described & TextRules & { kind: 'text'; initial: string }

export type Link = { label: string; to: string }
export type LinkSlot = Described & { kind: 'link'; max: number; initial: Link }

export type ItemField = Described & TextRules & { choices?: readonly (readonly [value: string, label: string])[] }

/** A list of the same small form. */
export type ItemsSlot<Name extends string> = Described & {
  kind: 'items'
  /** One of them, such as "point". */
  noun: string
  fields: Readonly<Record<Name, ItemField>>
  min: number
  max: number
  initial: readonly Readonly<Record<Name, string>>[]
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; label: string; to: string }
  /** Address of an uploaded picture, and what it shows. */
  | { kind: 'picture'; address: string; alt: string }

export type BlockKind = Block['kind']

export type BlocksSlot = Described & { kind: 'blocks'; min: number; max: number; initial: readonly Block[] }

export type ValueOf<S> = S extends TextSlot
  ? string
  : S extends LinkSlot
    ? Link
    : S extends ItemsSlot<infer Name>
      ? readonly Readonly<Record<Name, string>>[]
      : readonly Block[]

export type SlotValue = string | Link | readonly Readonly<Record<string, string>>[] | readonly Block[]

/** Slots shown together on the page. */
export type Section = { title: string; lead?: string; slots: Readonly<Record<string, Slot>> }

export type TextPage = {
  title: string
  kind: 'page' | 'email'
  /** What the owner should know before changing it. */
  lead?: string
  /** What the shop fills in in any of its texts. */
  facts: readonly string[]
  sections: Readonly<Record<string, Section>>
}

/** The words of a page by section and slot. */
export type TextsOf<Page extends TextPage> = {
  [S in keyof Page['sections']]: {
    [Name in keyof Page['sections'][S]['slots']]: ValueOf<Page['sections'][S]['slots'][Name]>
  }
}

export function line(label: string, initial: string, rules: Partial<TextRules> & { hint?: string } = {}): TextSlot {
  return { kind: 'text', label, initial, max: 80, ...rules }
}

export function paragraph(
  label: string,
  initial: string,
  rules: Partial<TextRules> & { hint?: string } = {},
): TextSlot {
  return { kind: 'text', label, initial, max: 400, isLong: true, isRich: true, ...rules }
}

export function link(label: string, initial: Link): LinkSlot {
  return { kind: 'link', label, initial, max: 40 }
}

export function items<Name extends string>(slot: Omit<ItemsSlot<Name>, 'kind'>): ItemsSlot<Name> {
  return { kind: 'items', ...slot }
}

export function blocks(slot: Omit<BlocksSlot, 'kind'>): BlocksSlot {
  return { kind: 'blocks', ...slot }
}

/** What search engines and shared links show. */
export function searchSection(title: string, description: string) {
  return {
    title: 'Search engines',
    slots: {
      title: line('Title', title, { max: 70 }),
      description: paragraph('Description', description, { max: 200, isRich: false }),
    },
  }
}
