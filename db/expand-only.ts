/**
 * What a migration may not do while the previous release is still serving: remove what it reads, or require of its rows
 * what it doesn't write. A statement that does is a contract step, and names its migration: `-- contract of 129: why`
 * above it. That migration must already have been released.
 */
export type Breach = { what: string; statement: string }

const BREAKS: [what: string, pattern: RegExp][] = [
  [
    'drops something the previous release may use',
    /\bdrop (?:table|column|view|function|procedure|type|domain|sequence|schema)\b/,
  ],
  ['drops a trigger, which keeps rows right for both', /\bdrop trigger\b/],
  ['renames something the previous release uses', /^alter (?!index\b).*\brename\b/],
  ['changes the type of a column', /\balter column \S+ (?:set data )?type\b/],
  ['requires a column that the previous release omits', /\balter column \S+ set not null\b/],
  ['drops a default that the previous release relies on', /\balter column \S+ drop default\b/],
]

/** Every statement that would break the previous release, except contract steps of released migrations. */
export function findBreaches(sql: string, lastReleased: number): Breach[] {
  const statements = split(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  )
  return statements.flatMap(({ text, contractOf }) => {
    // No release uses a table that this file creates.
    const table = /^(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1]
    if (table !== undefined && made.has(table)) return []
    if (contractOf !== undefined && contractOf <= lastReleased) return []
    const found = BREAKS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
    if (addsRequiredColumn(text)) found.push('adds a required column that the previous release cannot fill')
    return found.map((what) => ({
      what: contractOf === undefined ? what : `${what}, and ${contractOf} is not released yet`,
      statement: text,
    }))
  })
}

/** Checks each action of an `alter table`; commas inside parentheses don't separate actions. */
function addsRequiredColumn(text: string): boolean {
  if (!text.startsWith('alter table')) return false
  let flat = text
  while (/\([^()]*\)/.test(flat)) flat = flat.replaceAll(/\([^()]*\)/g, '')
  return flat
    .split(',')
    .some(
      (action) =>
        /\badd (?:column )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/.test(action) &&
        /\bnot null\b/.test(action) &&
        !/\bdefault\b|\bgenerated\b/.test(action),
    )
}

type Statement = { text: string; contractOf: number | undefined }

/** Lowercase, on one line, without comments and function bodies. */
function split(sql: string): Statement[] {
  const bare = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  return bare.split(/;\s*(?:\n|$)/).flatMap((part) => {
    const contractOf = /^\s*--\s*contract of (\d{3}): *\S/m.exec(part)?.[1]
    const text = part
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/'[^']*'/g, "''")
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase()
    return text === '' ? [] : [{ text, contractOf: contractOf === undefined ? undefined : Number(contractOf) }]
  })
}
