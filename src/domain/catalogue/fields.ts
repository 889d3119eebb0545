/** What every field says of itself, however it is written. */
type Described = {
  label: string
  hint?: string
  /** Its column in the table and in the import file. A field without one is stored elsewhere and is not in the file. */
  column?: string
  /** Sent to the shop's pages. Anything else stays at the desk. */
  isPublic: boolean
  /** Shares a line of the form with the neighbor that says so too. */
  isHalf?: boolean
}

/** Words by a person. Those that advertise are checked for what a cosmetic may not claim. */
type Written = Described & { column: string; isCopy: boolean }

export type Field =
  /** One line. */
  | (Written & { kind: 'line'; max: number; isRequired?: boolean })
  /** Several lines. */
  | (Written & { kind: 'text'; max: number; rows: number; isRequired?: boolean })
  /** Short texts, one on each line. */
  | (Written & { kind: 'list'; maxEach: number; maxCount: number; rows: number })
  | (Described & { kind: 'choice'; column: string; options: readonly string[]; initial: string })
  /** A whole number from 1. */
  | (Described & { kind: 'count'; column: string; max: number; initial: number })
  /** Any of several; the options are what is stored, with what a person reads. */
  | (Described & { kind: 'ticks'; column: string; options: Readonly<Record<string, string>> })
  /** Ingredients in the order of the label. */
  | (Described & { kind: 'blend'; maxCount: number })

export type FieldSet = Readonly<Record<string, Field>>

export type BlendEntry = { slug: string; isKey: boolean }

export type ValueByKind = {
  line: string
  text: string
  list: string[]
  choice: string
  count: number
  ticks: string[]
  blend: BlendEntry[]
}

type ValueOf<One extends Field> = One extends { kind: 'ticks'; options: infer Options }
  ? (keyof Options & string)[]
  : ValueByKind[One['kind']]

export type ValuesOf<Set extends FieldSet> = { -readonly [Name in keyof Set]: ValueOf<Set[Name]> }

/** The fields that are columns of the table itself. */
export type StoredName<Set extends FieldSet> = {
  [Name in keyof Set]: Set[Name] extends { column: string } ? Name : never
}[keyof Set]

export type PublicName<Set extends FieldSet> = {
  [Name in keyof Set]: Set[Name]['isPublic'] extends true ? Name : never
}[keyof Set]

export function storedNames<Set extends FieldSet>(set: Set): StoredName<Set>[] {
  return Object.keys(set).filter((name): name is StoredName<Set> & string => set[name]?.column !== undefined)
}

/** What the pages of the shop may hold of these values. */
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

/** What is stored for a field that nobody has filled in. */
export function blankValues<Set extends FieldSet>(set: Set): ValuesOf<Set> {
  return Object.fromEntries(Object.entries(set).map(([name, field]) => [name, blank(field)])) as ValuesOf<Set>
}

function blank(field: Field): string | number | string[] {
  if ('initial' in field) return field.initial
  return field.kind === 'line' || field.kind === 'text' ? '' : []
}
