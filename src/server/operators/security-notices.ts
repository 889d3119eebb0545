import { deviceName } from '#domain/operators/device-name.ts'
import type { Operator } from '#domain/operators/operator.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { deskNoticeMail, type Notice } from './operators.mails.ts'

/** Emails the operator about their own account, once per cause. */
export async function notifyOperator(
  tx: Orm,
  operator: Pick<Operator, 'email'>,
  notice: Pick<Notice, 'event' | 'remaining'> & { cause: string; origin: Origin; at: Date },
): Promise<void> {
  const { event, remaining, cause, origin, at } = notice
  await enqueueMail(tx, deskNoticeMail, {
    cause: `desk-notice:${event}:${cause}`,
    recipient: operator.email,
    payload: {
      event,
      remaining,
      at: at.toISOString(),
      device: deviceName(origin.userAgent),
      address: origin.address,
    },
  })
}
