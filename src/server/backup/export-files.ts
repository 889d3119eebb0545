import { toCsvLine } from '#domain/text/csv.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { DOWNLOAD_RULES } from './download-tables.ts'
import { listTables, readLines, readObjects, type Table, prepareSnapshot } from './snapshot.queries.ts'
import type { ZipEntry } from './zip.ts'

const READ_ME = (takenAt: Date) =>
  `All of your shop’s data as of ${takenAt.toISOString()}. Times are UTC, amounts are in cents.

csv/       one file per table, for spreadsheets
json/      the same tables, for programs
pictures/  the pictures you uploaded, in every size the shop uses

Passwords, sessions and keys aren’t included. To move or recover the shop, use a backup instead: docs/backup.md.
This download contains your customers’ names and addresses, so store it where no one else can read it.
`

/** The files of "Download everything". Must be consumed within one snapshot transaction. */
export async function* exportFiles(tx: Orm, takenAt: Date): AsyncGenerator<ZipEntry> {
  await prepareSnapshot(tx)
  yield { name: 'READ ME.txt', content: [Buffer.from(READ_ME(takenAt))] }
  for (const table of await listTables(tx)) {
    const rule = DOWNLOAD_RULES[table.name]
    if (!rule || rule.kind === 'none') continue
    if (rule.kind === 'files') {
      yield* picturesOf(tx, table, rule)
      continue
    }
    const excluded = rule.kind === 'without' ? rule.columns : []
    const exported = { ...table, columns: table.columns.filter(({ name }) => !excluded.includes(name)) }
    yield { name: `csv/${table.name}.csv`, content: csvOf(tx, exported) }
    yield { name: `json/${table.name}.json`, content: jsonOf(tx, exported) }
  }
}

async function* csvOf(tx: Orm, table: Table): AsyncGenerator<Buffer> {
  // With a byte order mark, spreadsheets read the file as UTF-8.
  yield Buffer.from(`\uFEFF${toCsvLine(table.columns.map(({ name }) => name))}`)
  for await (const lines of readLines(tx, table))
    yield Buffer.from(lines.map((line) => toCsvLine(valuesOf(line).map((value) => value ?? ''))).join(''))
}

async function* jsonOf(tx: Orm, table: Table): AsyncGenerator<Buffer> {
  let opening = '[\n'
  for await (const lines of readObjects(tx, table)) {
    yield Buffer.from(opening + lines.join(',\n'))
    opening = ',\n'
  }
  yield Buffer.from(opening === ',\n' ? '\n]\n' : '[]\n')
}

type FilesRule = { folder: string; bytes: string; name: readonly string[] }

async function* picturesOf(tx: Orm, table: Table, { folder, bytes, name }: FilesRule): AsyncGenerator<ZipEntry> {
  for await (const lines of readLines(tx, table))
    for (const line of lines) {
      const values = valuesOf(line)
      const valueOf = (column: string) => values[table.columns.findIndex((each) => each.name === column)] ?? ''
      const parts = name.map((column) => valueOf(column).split('/').at(-1) ?? '')
      const file = `${parts.slice(0, -1).join('-')}.${parts.at(-1)}`
      yield { name: `${folder}/${file}`, content: [Buffer.from(valueOf(bytes).slice(2), 'hex')] }
    }
}

function valuesOf(line: string): (string | null)[] {
  return JSON.parse(line) as (string | null)[]
}
