import type { Database } from '#server/db/database.ts'
import { listDeadMails, reviveMail } from '#server/db/outbox.queries.ts'

export type DeadMail = Awaited<ReturnType<typeof listDeadMails>>[number]

/** Mail that could not be sent, for the owner to see and send again. */
export interface OutboxService {
  /** Oldest first. */
  listDead(): Promise<DeadMail[]>
  /** Starts over with all tries; answers whether there was such a dead mail. */
  resend(id: string): Promise<boolean>
}

const SHOWN_MAILS = 200

export function createOutboxService({ orm }: Database): OutboxService {
  return {
    listDead: () => listDeadMails(orm, SHOWN_MAILS),
    resend: (id) => reviveMail(orm, id),
  }
}
