import type { RawConnection } from '#server/platform/db/database.ts'
import type { Table } from './snapshot.queries.ts'

export async function emptyTables(connection: RawConnection, names: readonly string[]): Promise<void> {
  for (const name of names) await connection.exec(`delete from "${name}"`)
}

/** Turns queued emails into dead letters, which are sent only if someone resends them at the desk. Returns how many. */
export async function holdQueuedMails(connection: RawConnection, why: string): Promise<number> {
  const rows = await connection.rows(
    `update outbox set state = 'dead', last_error = $1 where state = 'waiting' returning id`,
    [why],
  )
  return rows.length
}

/** The column is newer than the first backups. */
export function canLockOperators(tables: readonly Table[]): boolean {
  return tables.some(({ name, columns }) => name === 'operators' && columns.some((each) => each.name === 'locked_at'))
}

export async function lockOperators(connection: RawConnection): Promise<void> {
  await connection.exec('update operators set locked_at = now() where locked_at is null')
}

export async function listOwners(connection: RawConnection): Promise<string[]> {
  const rows = await connection.rows(`select email from operators where role = 'owner' order by created_at, email`)
  return rows.map(({ email }) => String(email))
}

export async function deleteSettings(connection: RawConnection, keys: readonly string[]): Promise<void> {
  await connection.rows('delete from settings where key = any($1::text[])', [keys])
}

export async function recordRestore(
  connection: RawConnection,
  { takenAt, detail }: { takenAt: string; detail: string },
): Promise<void> {
  await connection.rows(
    `insert into alerts (kind, subject, detail) values ('shop-restored', $1, $2) on conflict do nothing`,
    [takenAt, detail],
  )
  await connection.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, after)
     values ('command line', 'shop.restore', 'shop', 'everything', jsonb_build_object('takenAt', $1::text))`,
    [takenAt],
  )
}
