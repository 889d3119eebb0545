import type { RawConnection } from '#server/platform/db/database.ts'
import { MIGRATION_LOCK } from '#server/platform/db/migrate.ts'
import { LIST_TABLES, type Table } from './snapshot.queries.ts'

/** On a raw connection, as migrations and rows share one transaction and a migration has many statements. */
export async function listTargetTables(connection: RawConnection): Promise<Table[]> {
  return (await connection.rows(LIST_TABLES)) as Table[]
}

/** Takes the migration lock, so a shop that starts during the restore waits. Returns true if we got it. */
export async function lockForRestore(connection: RawConnection): Promise<boolean> {
  const [row] = await connection.rows(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`)
  return row?.is_ours === true
}

/** Every running shop process has a LISTEN connection with this application name. */
export async function isShopConnected(connection: RawConnection): Promise<boolean> {
  const rows = await connection.rows(
    `select from pg_stat_activity where datname = current_database() and application_name = 'bloomera notifications'`,
  )
  return rows.length > 0
}

const NOT_FROM_EXTENSION = (catalog: string) =>
  `not exists (select from pg_depend d where d.objid = o.oid and d.classid = '${catalog}'::regclass and d.deptype = 'e')`

const LIST_DROP_STATEMENTS = `
  select format('drop %s if exists %I cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname)
    as statement, case when relkind = 'S' then 4 else 1 end as turn
  from pg_class o where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    and ${NOT_FROM_EXTENSION('pg_class')}
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure), 2
  from pg_proc o where pronamespace = current_schema()::regnamespace and ${NOT_FROM_EXTENSION('pg_proc')}
  union all
  select format('drop type if exists %I cascade', typname), 3
  from pg_type o left join pg_class c on c.oid = o.typrelid
  where typnamespace = current_schema()::regnamespace and (typtype in ('e', 'd') or c.relkind = 'c')
    and ${NOT_FROM_EXTENSION('pg_type')}
  order by turn`

/** Drops everything in the current schema that no extension owns. Sequences owned by columns go with their tables. */
export async function dropSchemaObjects(connection: RawConnection): Promise<void> {
  for (const { statement } of await connection.rows(LIST_DROP_STATEMENTS)) await connection.exec(String(statement))
}

type Constraint = { table: string; name: string; definition: string }

/**
 * Disables triggers, which would update counters and search words that the backup already contains, and drops foreign
 * keys, so tables can be loaded in any order. Returns a function that undoes both; adding the foreign keys again
 * validates every row.
 */
export async function suspendConstraints(connection: RawConnection): Promise<() => Promise<void>> {
  const triggers = (await connection.rows(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    join pg_class c on c.oid = tgrelid
    where c.relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O'`)) as Constraint[]
  const foreignKeys = (await connection.rows(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`)) as Constraint[]
  for (const { table, name } of triggers) await connection.exec(`alter table ${table} disable trigger ${name}`)
  for (const { table, name } of foreignKeys) await connection.exec(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await connection.exec(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { table, name } of triggers) await connection.exec(`alter table ${table} enable trigger ${name}`)
  }
}

/** Removes rows that migrations inserted, as the backup has them too. */
export async function truncateTables(connection: RawConnection, tables: readonly Table[]): Promise<void> {
  await connection.exec(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
}

/** Inserts lines written by `readLines`: JSON arrays of text values, in column order. */
export async function insertLines(
  connection: RawConnection,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const names = columns.map((column) => quoteIdentifier(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ')
  await connection.rows(
    `insert into ${quoteIdentifier(name)} (${names}) overriding system value
     select ${values} from jsonb_array_elements($1::jsonb) line`,
    [`[${lines.join(',')}]`],
  )
}

export async function countRows(connection: RawConnection, table: string): Promise<number> {
  const [row] = await connection.rows(`select count(*)::float8 as count from ${quoteIdentifier(table)}`)
  return Number(row?.count)
}

export async function setSequence(
  connection: RawConnection,
  { name, lastValue, isCalled }: { name: string; lastValue: string; isCalled: boolean },
): Promise<void> {
  await connection.rows(`select setval($1::regclass, $2::bigint, $3)`, [quoteIdentifier(name), lastValue, isCalled])
}

/** Statistics for the planner. PostgreSQL would collect them later, and until then choose plans for empty tables. */
export async function analyzeTables(connection: RawConnection, tables: readonly Table[]): Promise<void> {
  await connection.exec(`analyze ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
}

/** Clears page caches and refreshes desks once the restore commits. */
export async function notifyRestored(connection: RawConnection): Promise<void> {
  await connection.exec(`select notify_processes('page_tags', 'everything'), notify_processes('desk_changed', 'all')`)
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
