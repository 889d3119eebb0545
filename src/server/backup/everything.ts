import { toCsvLine } from '#domain/text/csv.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { DOWNLOAD_RULES } from './download-tables.ts'
import { listTables, readLines, readObjects, type Table, useNeutralTexts } from './snapshot.queries.ts'
import type { ZipEntry } from './zip.ts'

const READ_ME = (takenAt: Date) =>
  `All data of your shop, as it was at ${takenAt.toISOString()} (times are UTC, amounts are in cents).

csv/       one table each, for spreadsheets
json/      the same, for programs
pictures/  the pictures you uploaded, in every size the shop shows

Passwords, sign-ins and keys are not in here. To move or rescue the shop, use a backup instead: docs/backup.md.
It holds names and addresses of your customers, so store it where no one else can read it.
`

/** The files of "Download everything", in open formats. Must be read within one transaction that is a snapshot. */
export async function* everything(tx: Orm, takenAt: Date): AsyncGenerator<ZipEntry> {
  await useNeutralTexts(tx)
  yield { name: 'READ ME.txt', content: [Buffer.from(READ_ME(takenAt))] }
  for (const table of await listTables(tx)) {
    const rule = DOWNLOAD_RULES[table.name]
    if (!rule || rule.kind === 'none') continue
    if (rule.kind === 'files') {
      yield* picturesOf(tx, table, rule)
      continue
    }
    const left = rule.kind === 'without' ? rule.columns : []
    const shown = { ...table, columns: table.columns.filter(({ name }) => !left.includes(name)) }
    yield { name: `csv/${table.name}.csv`, content: csvOf(tx, shown) }
    yield { name: `json/${table.name}.json`, content: jsonOf(tx, shown) }
  }
}

async function* csvOf(tx: Orm, table: Table): AsyncGenerator<Buffer> {
  // The mark makes spreadsheets read the rest as UTF-8.
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
      const words = name.map((column) => valueOf(column).split('/').at(-1) ?? '')
      const file = `${words.slice(0, -1).join('-')}.${words.at(-1)}`
      yield { name: `${folder}/${file}`, content: [Buffer.from(valueOf(bytes).slice(2), 'hex')] }
    }
}

function valuesOf(line: string): (string | null)[] {
  return JSON.parse(line) as (string | null)[]
}
