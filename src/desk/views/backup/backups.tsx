import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import type { BackupStatus } from '#server/backup/backup.views.ts'
import { BackupAge, BackupBadge } from './backup-line.tsx'

export function Backups({ status, now }: { status: BackupStatus; now: Date }) {
  const { target, problem, isStale } = status
  return (
    <SettingsFrame
      place="backups"
      title="Backups"
      lead="If the server fails, you can restore everything up to the latest backup."
    >
      <div className="panels md:grid-cols-2">
        <Panel title="Nightly backup">
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
          {problem && (
            <p className="flash flash-problem mt-4">
              {problem.text} <span className="hint">{shortDateTime(problem.at)}</span>
            </p>
          )}
          {target === undefined ? (
            <p className="mt-4">
              To turn on backups, set <code>BACKUP_DIR</code> or <code>BACKUP_S3_…</code>, and <code>BACKUP_KEY</code>,
              on the server. See <code>docs/backup.md</code>.
            </p>
          ) : (
            <form method="post" action={deskPaths.runBackup()} className="mt-4">
              <button type="submit" className="button">
                Back up now
              </button>
            </form>
          )}
        </Panel>
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
