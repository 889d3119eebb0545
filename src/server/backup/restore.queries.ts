import type { RawConnection } from '#server/platform/db/database.ts'
import { MIGRATION_LOCK } from '#server/platform/db/migrate.ts'
import { LIST_TABLES, type Table } from './snapshot.queries.ts'

/** Raw statements: a restore is one transaction of migrations, which are texts of many statements, and of rows. */
export async function listTargetTables(connection: RawConnection): Promise<Table[]> {
  return (await connection.rows(LIST_TABLES)) as Table[]
}

/** Keeps a shop that starts meanwhile waiting, as it would for another one that migrates. Returns true if it is ours. */
export async function lockForRestore(connection: RawConnection): Promise<boolean> {
  const [row] = await connection.rows(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`)
  return row?.is_ours === true
}

/** Every process of a shop that serves listens for notifications, under this name. */
export async function isShopConnected(connection: RawConnection): Promise<boolean> {
  const rows = await connection.rows(
    `select from pg_stat_activity where datname = current_database() and application_name = 'bloomera notifications'`,
  )
  return rows.length > 0
}

const NOT_OF_EXTENSION = (catalog: string) =>
  `not exists (select from pg_depend d where d.objid = o.oid and d.classid = '${catalog}'::regclass and d.deptype = 'e')`

const DROP_EVERYTHING = `
  select format('drop %s if exists %I cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname)
    as statement, case when relkind = 'S' then 4 else 1 end as turn
  from pg_class o where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    and ${NOT_OF_EXTENSION('pg_class')}
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure), 2
  from pg_proc o where pronamespace = current_schema()::regnamespace and ${NOT_OF_EXTENSION('pg_proc')}
  union all
  select format('drop type if exists %I cascade', typname), 3
  from pg_type o left join pg_class c on c.oid = o.typrelid
  where typnamespace = current_schema()::regnamespace and (typtype in ('e', 'd') or c.relkind = 'c')
    and ${NOT_OF_EXTENSION('pg_type')}
  order by turn`

/** Removes all that the shop has in its schema, for a restore that replaces it. Sequences of columns go with them. */
export async function dropEverything(connection: RawConnection): Promise<void> {
  for (const { statement } of await connection.rows(DROP_EVERYTHING)) await connection.exec(String(statement))
}

type Rule = { table: string; name: string; definition: string }

/**
 * Rows are put back as they were, in any order. Triggers would count and learn a second time what is counted already,
 * so they are off meanwhile; references are dropped and made again, which checks every one of them.
 */
export async function suspendRules(connection: RawConnection): Promise<() => Promise<void>> {
  const triggers = (await connection.rows(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    join pg_class c on c.oid = tgrelid
    where c.relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O'`)) as Rule[]
  const references = (await connection.rows(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`)) as Rule[]
  for (const { table, name } of triggers) await connection.exec(`alter table ${table} disable trigger ${name}`)
  for (const { table, name } of references) await connection.exec(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of references)
      await connection.exec(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { table, name } of triggers) await connection.exec(`alter table ${table} enable trigger ${name}`)
  }
}

/** Migrations fill some tables themselves; what they put there is in the backup as well. */
export async function emptyTables(connection: RawConnection, tables: readonly Table[]): Promise<void> {
  await connection.exec(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** Lines as `readLines` wrote them: JSON arrays of texts, in the order of the columns. */
export async function insertLines(
  connection: RawConnection,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ')
  await connection.rows(
    `insert into ${quoted(name)} (${names}) overriding system value
     select ${values} from jsonb_array_elements($1::jsonb) line`,
    [`[${lines.join(',')}]`],
  )
}

export async function countRows(connection: RawConnection, table: string): Promise<number> {
  const [row] = await connection.rows(`select count(*)::float8 as count from ${quoted(table)}`)
  return Number(row?.count)
}

export async function setSequence(
  connection: RawConnection,
  { name, lastValue, isCalled }: { name: string; lastValue: string; isCalled: boolean },
): Promise<void> {
  await connection.rows(`select setval($1::regclass, $2::bigint, $3)`, [quoted(name), lastValue, isCalled])
}

/** Whoever serves pages of the former shop forgets them at the commit. */
export async function notifyRestored(connection: RawConnection): Promise<void> {
  await connection.exec(`select pg_notify('page_tags', 'everything'), pg_notify('desk_changed', 'all')`)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
