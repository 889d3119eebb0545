import { type SQL, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'

export type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[] }

/** Output formats that every PostgreSQL parses to the same value, regardless of its settings and time zone. */
const TEXT_FORMATS = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
]

/** Between two queries, rows are compressed and written to a disk that may be slow. */
const IDLE_LIMIT = `set local idle_in_transaction_session_timeout = '5min'`

/** Applies to the rest of the transaction. */
export async function prepareSnapshot(tx: Orm): Promise<void> {
  for (const statement of [...TEXT_FORMATS, IDLE_LIMIT]) await tx.execute(sql.raw(statement))
}

/** Every table of the shop with its stored columns. Generated columns are left out, as they are recomputed. */
export const LIST_TABLES = `
  select c.relname::text as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by 1`

export function listTables(orm: Orm): Promise<Table[]> {
  return queryRows<Table>(orm, sql.raw(LIST_TABLES))
}

export function listMigrations(orm: Orm): Promise<{ name: string; checksum: string }[]> {
  return queryRows(orm, sql`select name, checksum from schema_migrations order by name`)
}

/** Call after reading the rows: sequences ignore the snapshot, and one ahead of the rows is harmless. */
export async function listSequences(orm: Orm): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const sequences = await queryRows<{ name: string }>(
    orm,
    sql`select relname::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`,
  )
  const values: { name: string; lastValue: string; isCalled: boolean }[] = []
  for (const { name } of sequences) {
    const [row] = await queryRows<{ lastValue: string; isCalled: boolean }>(
      orm,
      sql`select last_value::text as "lastValue", is_called as "isCalled" from ${sql.identifier(name)}`,
    )
    if (row) values.push({ name, ...row })
  }
  return values
}

/** Tables with pictures are read one row at a time instead. */
const ROWS_PER_FETCH = 500

/**
 * Each row as a JSON array of its values in PostgreSQL's text format, the only one that every type has and that both
 * engines parse back to the same value.
 */
export function readLines(tx: Orm, table: Table): AsyncGenerator<string[]> {
  const values = sql.join(
    table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )
  return readInBatches(tx, table, sql`to_json(array[${values}]::text[])`)
}

/** Each row as a JSON object, for use outside the shop. */
export function readObjects(tx: Orm, table: Table): AsyncGenerator<string[]> {
  const columns = sql.join(
    table.columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  return readInBatches(tx, table, sql`row_to_json((select r from (select ${columns}) r))`)
}

/** Reads through a cursor, so memory doesn't grow with the table. */
async function* readInBatches(tx: Orm, { name, columns }: Table, line: SQL): AsyncGenerator<string[]> {
  const fetchSize = columns.some(({ type }) => type === 'bytea') ? 1 : ROWS_PER_FETCH
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select (${line})::text as line from ${sql.identifier(name)}`,
  )
  for (;;) {
    const rows = await queryRows<{ line: string }>(tx, sql.raw(`fetch ${fetchSize} from backup_rows`))
    if (rows.length > 0) yield rows.map(({ line: text }) => text)
    if (rows.length < fetchSize) break
  }
  // A consumer that stops early ends the transaction, which closes the cursor.
  await tx.execute(sql.raw('close backup_rows'))
}
