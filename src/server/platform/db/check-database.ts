import { StartError } from '#server/platform/start-error.ts'
import type { Database } from './database.ts'

/** Version and settings of the PostgreSQL server, and the privileges of the shop's role. */
export type DatabaseFacts = {
  /** `server_version_num`: 150004 is 15.4. */
  version: number
  name: string
  role: string
  encoding: string
  /** Schema in which tables are created; null if the search path has none. */
  schema: string | null
  mayCreateTables: boolean
  mayCreateTemporaryTables: boolean
  mayCreateExtensions: boolean
  hasTrigrams: boolean
  knowsTrigrams: boolean
  /** A table of the shop that its role cannot alter. */
  foreignTable: string | null
}

/** First version with `unique nulls not distinct`, which the migrations use. */
const OLDEST_VERSION = 15

const READ_FACTS = `
  select current_setting('server_version_num')::integer as version,
    current_database()::text as name,
    current_user::text as role,
    current_setting('server_encoding') as encoding,
    current_schema()::text as schema,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    has_database_privilege(current_database(), 'temporary') as "mayCreateTemporaryTables",
    has_database_privilege(current_database(), 'create') as "mayCreateExtensions",
    exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "knowsTrigrams",
    (select min(relname::text) from pg_class
      where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind = 'r'
        and not pg_has_role(relowner, 'usage')
        and exists (select from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations')
    ) as "foreignTable"`

/** Throws a StartError that lists everything to fix before the shop can migrate the database. */
export async function checkDatabase(database: Database): Promise<void> {
  const [facts] = await database.withConnection((connection) => connection.rows(READ_FACTS))
  const problems = databaseProblems(facts as DatabaseFacts)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

/** One sentence per problem, with its fix. */
export function databaseProblems(facts: DatabaseFacts): string[] {
  return [...engineProblems(facts), ...rightsProblems(facts)]
}

function engineProblems({ version, name, encoding, hasTrigrams, knowsTrigrams }: DatabaseFacts): string[] {
  const problems: string[] = []
  if (version < OLDEST_VERSION * 10_000)
    problems.push(
      `DATABASE_URL points to PostgreSQL ${versionName(version)}, but the shop needs ${OLDEST_VERSION} or later.`,
    )
  if (encoding !== 'UTF8')
    problems.push(
      `The database ${name} is encoded as ${encoding}, but the shop needs UTF8. Create a new one: create database ${name}_utf8 encoding 'UTF8' template template0`,
    )
  if (!hasTrigrams && !knowsTrigrams)
    problems.push("The PostgreSQL server doesn't have the extension pg_trgm. Install PostgreSQL's contrib package.")
  return problems
}

/** 140023 is 14.23; up to 9.6 the version had three parts. */
function versionName(version: number): string {
  const major = Math.floor(version / 10_000)
  return major >= 10 ? `${major}.${version % 10_000}` : `${major}.${Math.floor(version / 100) % 100}`
}

function rightsProblems(facts: DatabaseFacts): string[] {
  const { name, role, schema, hasTrigrams, knowsTrigrams, foreignTable } = facts
  const problems: string[] = []
  if (schema === null)
    problems.push(
      `The role ${role} has no schema to create tables in. Create the first schema in its search_path, or change the search_path.`,
    )
  else if (!facts.mayCreateTables)
    problems.push(
      `The role ${role} isn't allowed to create tables in the schema ${schema}. Allow it: grant create on schema ${schema} to ${role}`,
    )
  if (!facts.mayCreateTemporaryTables)
    problems.push(
      `The role ${role} isn't allowed to create temporary tables in the database ${name}. Allow it: grant temporary on database ${name} to ${role}`,
    )
  if (!hasTrigrams && knowsTrigrams && !facts.mayCreateExtensions)
    problems.push(
      `The role ${role} isn't allowed to add the extension pg_trgm to the database ${name}. Allow it: grant create on database ${name} to ${role}`,
    )
  if (foreignTable !== null)
    problems.push(
      `The table ${foreignTable} isn't owned by the role ${role}. Use the role that created the tables in DATABASE_URL.`,
    )
  return problems
}
