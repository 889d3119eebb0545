import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { timeAgo } from '#domain/time/time-ago.ts'
import type { BackupStatus } from '#server/backup/backup.views.ts'
import { BackupAge, BackupBadge } from './backup-line.tsx'

type BackupsProps = { status: BackupStatus; now: Date }

export function Backups({ status, now }: BackupsProps) {
  return (
    <SettingsFrame
      place="backups"
      title="Backups"
      lead="If the server fails, you can restore everything up to the latest backup."
    >
      <div className="panels md:grid-cols-2">
        <NightlyBackup status={status} now={now} />
        <Panel title="Download everything">
          <p>
            All your data as CSV and JSON in one zip, plus the pictures you uploaded. Passwords and keys aren’t
            included. It contains your customers’ names and addresses, so keep it safe.
          </p>
          <p className="mt-4">
            <a className="button button-quiet" href={deskPaths.downloadEverything()}>
              Download everything
            </a>
          </p>
        </Panel>
      </div>
    </SettingsFrame>
  )
}

/** Follows the backup that is being made. */
function NightlyBackup({ status, now }: BackupsProps) {
  const { target, problem, pruneProblem, runningSince, isStale } = status
  return (
    <Panel title="Nightly backup">
      <div id="nightly-backup" data-live="backup">
        <ul className="lines">
          <li>
            <span>
              Latest backup
              <span className="hint block">
                <BackupAge status={status} now={now} />
              </span>
            </span>
            <BackupBadge status={status} />
          </li>
          {target !== undefined && (
            <li>
              <span className="min-w-0">
                Location
                <span className="hint block break-all">{target}</span>
              </span>
            </li>
          )}
        </ul>
        {isStale && <p className="flash flash-problem mt-4">The newest backup is more than 36 hours old.</p>}
        {[problem, pruneProblem].map(
          (each) =>
            each && (
              <p key={each.text} className="flash flash-problem mt-4">
                {each.text} <span className="hint">{shortDateTime(each.at)}</span>
              </p>
            ),
        )}
        <div className="mt-4">
          {runningSince ? <Running since={runningSince} now={now} /> : <BackUpNow isSetUp={target !== undefined} />}
        </div>
      </div>
    </Panel>
  )
}

/** With scripts the panel is replaced when the backup is done; without, the link shows it. */
function Running({ since, now }: { since: Date; now: Date }) {
  return (
    <p role="status">
      Backing up… <span className="hint">Started {timeAgo(since, now)}. You can leave this page.</span>{' '}
      <a href={deskPaths.backups()}>Refresh</a>
    </p>
  )
}

function BackUpNow({ isSetUp }: { isSetUp: boolean }) {
  return isSetUp ? (
    <form method="post" action={deskPaths.runBackup()}>
      <button type="submit" className="button">
        Back up now
      </button>
    </form>
  ) : (
    <p>
      To turn on backups, set <code>BACKUP_DIR</code> or <code>BACKUP_S3_…</code>, and <code>BACKUP_KEY</code>, on the
      server. See <code>docs/backup.md</code>.
    </p>
  )
}
