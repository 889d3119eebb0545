import { z } from 'zod'
import type { BlendEntry, Field, FieldSet, ValueByKind, ValuesOf } from '#domain/catalogue/fields.ts'
import {
  errorsOf,
  type Fields,
  type FormRead,
  OUR_WORDS,
  tidy,
  wholeNumber,
} from '#server/platform/http/form-fields.ts'

/** Field name prefixes, followed by an ingredient's slug: its position, and whether it is a key ingredient. */
const PLACE = 'place:'
const KEY = 'key:'

const MISSING = 'The form was sent without this field. Reload the page and try again.'

type Read<Value> = { value: Value } | { problem: string }

/** How one kind of field is validated, shown in a form, and read back. */
type Kind<One extends Field, Value> = {
  schema(field: One): z.ZodType<Value>
  toForm(name: string, value: Value): Fields
  fromForm(name: string, fields: Fields, field: One): Read<Value>
  /** The same for one cell of a file, where that differs. */
  toCell?(name: string, value: Value): Fields
  fromCell?(name: string, cells: Fields, field: One): Read<Value>
}

type FieldOf<Name extends Field['kind']> = Extract<Field, { kind: Name }>

const written = {
  schema: ({ max, isRequired = false }: FieldOf<'line' | 'text'>) => text(max, isRequired),
  toForm: (name: string, value: string) => ({ [name]: value }),
  fromForm: (name: string, fields: Fields) => present(name, fields, tidy),
}

const KINDS: { [Name in Field['kind']]: Kind<FieldOf<Name>, ValueByKind[Name]> } = {
  line: written,
  text: written,
  list: {
    schema: ({ maxEach, maxCount }) =>
      z.array(text(maxEach, true)).max(maxCount, `There are at most ${maxCount} lines.`),
    toForm: (name, value) => ({ [name]: value.join('\n') }),
    fromForm: (name, fields) => present(name, fields, lines),
  },
  count: {
    schema: ({ max }) => {
      const problem = `Write a whole number from 1 to ${max}.`
      return z.int(problem).min(1, problem).max(max, problem)
    },
    toForm: (name, value) => ({ [name]: String(value) }),
    fromForm: (name, fields) => present(name, fields, wholeNumber),
  },
  ticks: {
    schema: ({ options }) => z.array(z.string().refine((value) => Object.hasOwn(options, value))),
    toForm: (name, value) => Object.fromEntries(value.map((option) => [`${name}:${option}`, 'yes'])),
    // Unticked boxes aren't sent, so a hidden field shows that they were in the form.
    fromForm: (name, fields, { options }) =>
      present(name, fields, () => Object.keys(options).filter((option) => fields[`${name}:${option}`] === 'yes')),
    toCell: (name, value) => ({ [name]: value.join('; ') }),
    fromCell: (name, cells, { options }) => readOptions(cells[name] ?? '', options),
  },
  blend: {
    schema: ({ maxCount }) =>
      z
        .array(z.object({ slug: z.string(), isKey: z.boolean() }))
        .max(maxCount, `There are at most ${maxCount} ingredients.`),
    toForm: (_name, value) => toBlendFields(value),
    fromForm: (_name, fields) => readBlend(fields),
  },
}

/** The form for one set of fields: its schema, its values as form fields, and the parser. */
export function describedForm<Set extends FieldSet>(set: Set) {
  const fields = Object.entries<Field>(set).map(([name, field]) => ({
    name,
    field,
    // A field is only ever passed to its own kind.
    kind: KINDS[field.kind] as Kind<Field, unknown>,
  }))
  const schema = z.object(
    Object.fromEntries(fields.map(({ name, field, kind }) => [name, kind.schema(field)])),
  ) as unknown as z.ZodType<ValuesOf<Set>>

  function check(reads: readonly [name: string, read: Read<unknown>][]): FormRead<ValuesOf<Set>> {
    const values: Record<string, unknown> = {}
    const problems: Fields = {}
    for (const [name, read] of reads) {
      if ('problem' in read) problems[name] = read.problem
      else values[name] = read.value
    }
    const checked = schema.safeParse(values, OUR_WORDS)
    if (checked.success && Object.keys(problems).length === 0) return { ok: true, value: checked.data }
    return { ok: false, errors: { ...(checked.error && errorsOf(checked.error)), ...problems } }
  }

  return {
    schema,

    /** Initial values of an empty form. */
    initial: Object.fromEntries(
      fields.flatMap(({ name, field }) => ('initial' in field ? [[name, String(field.initial)]] : [])),
    ),

    toFields(values: ValuesOf<Set>): Fields {
      return Object.assign({}, ...fields.map(({ name, kind }) => kind.toForm(name, values[name]))) as Fields
    },

    /** As cells of a line in a file. */
    toCells(values: ValuesOf<Set>): Fields {
      const cells = fields.map(({ name, kind }) => kind.toCell?.(name, values[name]) ?? kind.toForm(name, values[name]))
      return Object.assign({}, ...cells) as Fields
    },

    read: (sent: Fields): FormRead<ValuesOf<Set>> =>
      check(fields.map(({ name, field, kind }) => [name, kind.fromForm(name, sent, field)])),

    readCells: (cells: Fields): FormRead<ValuesOf<Set>> =>
      check(
        fields.map(({ name, field, kind }) => [
          name,
          kind.fromCell?.(name, cells, field) ?? kind.fromForm(name, cells, field),
        ]),
      ),

    /** An audit entry older than a field doesn't mention it: that field keeps its current value. */
    completeLogged: (logged: unknown, current: ValuesOf<Set>): unknown =>
      typeof logged === 'object' && logged !== null ? { ...current, ...logged } : logged,
  }
}

function text(max: number, isRequired: boolean) {
  const limited = z.string().max(max, `This is longer than ${max} characters.`)
  return isRequired ? limited.min(1, 'This cannot be empty.') : limited
}

/** A browser sends every field of a form, even empty ones, so a missing field is an error, not an empty text. */
function present<Value>(name: string, fields: Fields, read: (sent: string) => Value): Read<Value> {
  const sent = fields[name]
  return sent === undefined ? { problem: MISSING } : { value: read(sent) }
}

function lines(sent: string): string[] {
  return tidy(sent)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** By key or label, separated by semicolons or commas. */
function readOptions(cell: string, options: Readonly<Record<string, string>>): Read<string[]> {
  const named = tidy(cell)
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isNamed = (part: string, [key, label]: [string, string]) =>
    [key, label.toLowerCase()].includes(part.toLowerCase())
  const unknown = named.find((part) => !Object.entries(options).some((option) => isNamed(part, option)))
  if (unknown !== undefined)
    return { problem: `There is no “${unknown}” here. There are: ${Object.keys(options).join('; ')}.` }
  const chosen = Object.entries(options).filter((option) => named.some((part) => isNamed(part, option)))
  return { value: chosen.map(([key]) => key) }
}

function toBlendFields(blend: readonly BlendEntry[]): Fields {
  return Object.fromEntries(
    blend.flatMap(({ slug, isKey }, index) => [
      [PLACE + slug, String(index + 1)],
      ...(isKey ? [[KEY + slug, 'yes']] : []),
    ]),
  )
}

/** The same form with another blend. */
export function withBlend(fields: Fields, blend: readonly BlendEntry[]): Fields {
  const others = Object.entries(fields).filter(([name]) => !name.startsWith(PLACE) && !name.startsWith(KEY))
  return { ...Object.fromEntries(others), ...toBlendFields(blend) }
}

function readBlend(fields: Fields): Read<BlendEntry[]> {
  const places = Object.entries(fields)
    .filter(([name]) => name.startsWith(PLACE))
    .map(([name, place]) => ({ slug: name.slice(PLACE.length), place: tidy(place) }))
  if (places.some(({ place }) => !/^\d{0,3}$/.test(place)))
    return { problem: 'A place in the order is a whole number.' }
  const inOrder = places
    .filter(({ place }) => Number(place) > 0)
    .toSorted((a, b) => Number(a.place) - Number(b.place) || (a.slug < b.slug ? -1 : 1))
  return { value: inOrder.map(({ slug }) => ({ slug, isKey: fields[KEY + slug] === 'yes' })) }
}
