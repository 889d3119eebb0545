import { counted } from '#domain/time/display.ts'
import type { RawConnection } from '#server/platform/db/database.ts'
import { BACKUP_STATUS_KEY } from './backup-status.ts'
import { EXCLUDED_TABLES } from './excluded-tables.ts'
import {
  canLockOperators,
  deleteSettings,
  emptyTables,
  holdQueuedMails,
  listOwners,
  lockOperators,
  recordRestore,
} from './settle-restored.queries.ts'
import { SHOP_ID_KEY } from './shop-id.ts'
import type { Table } from './snapshot.queries.ts'

/** What the operator has to know about a restored shop. */
export type Restored = { owners: string[]; heldMails: number }

/** State of the machine that the backup is from. */
const MACHINE_SETTINGS = [BACKUP_STATUS_KEY, SHOP_ID_KEY]

const HELD = 'Queued when the backup was made. It may have been sent since then.'

/**
 * Undoes what must not happen twice, because the backup doesn't know what happened after it. Runs in the restore's
 * transaction, so a restored shop is always settled.
 */
export async function settleRestored(
  connection: RawConnection,
  tables: readonly Table[],
  takenAt: string,
): Promise<Restored> {
  await emptyTables(
    connection,
    tables.map(({ name }) => name).filter((name) => name in EXCLUDED_TABLES),
  )
  if (canLockOperators(tables)) await lockOperators(connection)
  const heldMails = await holdQueuedMails(connection, HELD)
  await deleteSettings(connection, MACHINE_SETTINGS)
  await recordRestore(connection, { takenAt, detail: toRepeat(heldMails).join(' ') })
  return { owners: await listOwners(connection), heldMails }
}

/** What only people can know and have to do again. */
function toRepeat(heldMails: number): string[] {
  return [
    'Unsubscribes and deletion requests since then are undone: repeat each of them under Customers (/admin/customers).',
    'Operators who were removed since then are on the team again: remove them, then send the others a new link.',
    'Everyone needs new recovery codes.',
    ...(heldMails > 0
      ? [
          `${counted(heldMails, 'queued email')} may have been sent already: Today lists them as not delivered, and sends none unless you say so.`,
        ]
      : []),
  ]
}

/** The instructions after a restore, for the person who ran the command. */
export function describeRestored({ owners, heldMails }: Restored): string {
  const links = owners.map((email) => `  npm run operator -- link ${email}`)
  return `Start the shop with npm start. No one can sign in until you make a link for an owner:
${links.join('\n') || '  npm run operator -- add you@example.com'}

The backup doesn’t know what happened after it:
${toRepeat(heldMails)
  .map((line) => `- ${line}`)
  .join('\n')}`
}
