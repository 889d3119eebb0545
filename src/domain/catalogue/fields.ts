/** Properties common to all kinds of fields. */
type Described = {
  label: string
  hint?: string
  /** Column in the table and in the import file. A field without one is stored elsewhere and is not in the file. */
  column?: string
  /** Sent to the shop's pages; otherwise it stays at the desk. */
  isPublic: boolean
  /** Half width: shares a row of the form with an adjacent half-width field. */
  isHalf?: boolean
}

/** Free text. Advertising copy (`isCopy`) is checked for claims that a cosmetic may not make. */
type Written = Described & { column: string; isCopy: boolean }

export type Field =
  /** One line. */
  | (Written & { kind: 'line'; max: number; isRequired?: boolean })
  /** Several lines. */
  | (Written & { kind: 'text'; max: number; rows: number; isRequired?: boolean })
  /** Short texts, one per line. */
  | (Written & { kind: 'list'; maxEach: number; maxCount: number; rows: number })
  /** A whole number from 1. */
  | (Described & { kind: 'count'; column: string; max: number; initial: number })
  /** Multiple choice; stored keys with their labels. */
  | (Described & { kind: 'ticks'; column: string; options: Readonly<Record<string, string>> })
  /** Ingredients in label order. */
  | (Described & { kind: 'blend'; maxCount: number })

export type FieldSet = Readonly<Record<string, Field>>

export type BlendEntry = { slug: string; isKey: boolean }

export type ValueByKind = {
  line: string
  text: string
  list: string[]
  count: number
  ticks: string[]
  blend: BlendEntry[]
}

type ValueOf<One extends Field> = One extends { kind: 'ticks'; options: infer Options }
  ? (keyof Options & string)[]
  : ValueByKind[One['kind']]

export type ValuesOf<Set extends FieldSet> = { -readonly [Name in keyof Set]: ValueOf<Set[Name]> }

/** Fields that are columns of the table. */
export type StoredName<Set extends FieldSet> = {
  [Name in keyof Set]: Set[Name] extends { column: string } ? Name : never
}[keyof Set]

export type PublicName<Set extends FieldSet> = {
  [Name in keyof Set]: Set[Name]['isPublic'] extends true ? Name : never
}[keyof Set]

export function storedNames<Set extends FieldSet>(set: Set): StoredName<Set>[] {
  return Object.keys(set).filter((name): name is StoredName<Set> & string => set[name]?.column !== undefined)
}

type Row<Set extends FieldSet> = { [Name in StoredName<Set>]: string | number | readonly string[] }

/** The values of a row. Ticks are in the order of the form, without options that no longer exist. */
export function storedValues<Set extends FieldSet>(set: Set, row: Row<Set>): Pick<ValuesOf<Set>, StoredName<Set>> {
  const values = storedNames(set).map((name) => {
    const [field, value]: [Field | undefined, Row<Set>[StoredName<Set>]] = [set[name], row[name]]
    if (field?.kind !== 'ticks' || !Array.isArray(value)) return [name, value]
    return [name, Object.keys(field.options).filter((option) => value.includes(option))]
  })
  return Object.fromEntries(values) as Pick<ValuesOf<Set>, StoredName<Set>>
}

/** The values that the shop's pages may contain. */
export function publicValues<Set extends FieldSet>(
  set: Set,
  values: Pick<ValuesOf<Set>, StoredName<Set>>,
): Pick<ValuesOf<Set>, StoredName<Set> & PublicName<Set>> {
  return pick(
    values,
    storedNames(set).filter((name): name is StoredName<Set> & PublicName<Set> => set[name]?.isPublic === true),
  )
}

export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

/** Values of a new entry. */
export function blankValues<Set extends FieldSet>(set: Set): ValuesOf<Set> {
  return Object.fromEntries(Object.entries(set).map(([name, field]) => [name, blank(field)])) as ValuesOf<Set>
}

function blank(field: Field): string | number | string[] {
  if ('initial' in field) return field.initial
  return field.kind === 'line' || field.kind === 'text' ? '' : []
}
