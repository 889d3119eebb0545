const PLACEHOLDER = /\{(\w+)\}/g

/** Replaces `{names}` with their values. Placeholders inside a value aren't replaced. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  )
}

export type PlaceholderRule = {
  /** What the shop can fill in here. */
  known: readonly string[]
  /** What must be there. */
  required: readonly string[]
}

/** One sentence on what is wrong with the placeholders of a text. */
export function placeholderProblem(text: string, { known, required }: PlaceholderRule): string | undefined {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)
  const unknown = names.find((name) => !known.includes(name))
  const offer = known.length > 0 ? `Use ${known.map(braced).join(', ')}.` : 'Leave it out.'
  if (unknown !== undefined) return `The shop has nothing to put in place of ${braced(unknown)}. ${offer}`
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) return `A { or } stands alone here. ${offer}`
  const missing = required.find((name) => !names.includes(name))
  return missing === undefined ? undefined : `${braced(missing)} is missing. Readers need it.`
}

function braced(name: string): string {
  return `{${name}}`
}
