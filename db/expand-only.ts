/**
 * What a migration may not do while the release before still serves: take away what that one reads, or ask of its rows
 * what it doesn't know. A statement that does is a contract step, and says of which migration: `-- contract of 129: why`
 * above it. That migration must have been released before.
 */
export type Breach = { what: string; statement: string }

const BREAKS: [what: string, pattern: RegExp][] = [
  [
    'drops what the release before may use',
    /\bdrop (?:table|column|view|function|procedure|type|domain|sequence|schema)\b/,
  ],
  ['drops a trigger, which keeps rows right for both', /\bdrop trigger\b/],
  ['renames what the release before knows by its name', /^alter (?!index\b).*\brename\b/],
  ['changes the type of a column', /\balter column \S+ (?:set data )?type\b/],
  ['makes a column required that the release before leaves out', /\balter column \S+ set not null\b/],
  ['takes away a default that the release before relies on', /\balter column \S+ drop default\b/],
]

/** Everything that the release before minds, without what is marked as a contract step of a released migration. */
export function findBreaches(sql: string, lastReleased: number): Breach[] {
  const statements = split(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  )
  return statements.flatMap(({ text, contractOf }) => {
    // Nobody knows a table that this file makes.
    const table = /^(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1]
    if (table !== undefined && made.has(table)) return []
    if (contractOf !== undefined && contractOf <= lastReleased) return []
    const found = BREAKS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
    if (addsRequiredColumn(text)) found.push('adds a column that the release before cannot fill in')
    return found.map((what) => ({
      what: contractOf === undefined ? what : `${what}, and ${contractOf} is not released yet`,
      statement: text,
    }))
  })
}

/** Each action of an `alter table` apart, commas within parentheses aside. */
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

/** In lower case, on one line, without comments and without the bodies of functions. */
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
