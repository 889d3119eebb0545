import { shortDateTime } from '#desk/ui/date-time.ts'
import { byteSize } from '#domain/text/byte-size.ts'
import { timeAgo } from '#domain/time/time-ago.ts'
import type { BackupStatus } from '#server/backup/backup.views.ts'

type BackupProps = { status: BackupStatus; now: Date }

/** The state in words, so it does not depend on color alone. */
export function BackupBadge({ status: { target, isStale, problem } }: Pick<BackupProps, 'status'>) {
  if (target === undefined) return <span className="badge badge-bad">Off</span>
  if (isStale) return <span className="badge badge-bad">Overdue</span>
  return problem ? <span className="badge badge-bad">Failed</span> : <span className="badge badge-good">On</span>
}

/** Age and size of the newest backup. */
export function BackupAge({ status: { target, newest }, now }: BackupProps) {
  if (!newest) return <>{target === undefined ? 'Not set up' : 'None yet'}</>
  const { at, bytes } = newest
  return (
    <>
      <time dateTime={at.toISOString()} title={shortDateTime(at)}>
        {timeAgo(at, now)}
      </time>
      , {byteSize(bytes)}, encrypted
    </>
  )
}
