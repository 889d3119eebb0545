import { deskPaths } from '#desk/desk-paths.ts'
import { Backups } from '#desk/views/backup/backups.tsx'
import { shopDay } from '#domain/time/display.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { BackupError } from './backup-error.ts'
import type { BackupService } from './backup.service.ts'
import type { DownloadService } from './download.service.ts'

type BackupDeps = {
  backups: BackupService
  downloads: DownloadService
  securityHeaders: SecurityHeaders
  now: () => Date
}

export function backupRoutes({ backups, downloads, securityHeaders, now }: BackupDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/backups',
      role: 'owner',
      handle: async (visit) =>
        visit.page({
          title: 'Backups',
          section: 'settings',
          body: <Backups status={await backups.status()} now={now()} />,
        }),
    },
    {
      method: 'POST',
      path: '/backups/run',
      role: 'owner',
      async handle(visit) {
        try {
          await backups.start()
          return visit.go(deskPaths.backups())
        } catch (error) {
          if (!(error instanceof BackupError)) throw error
          return visit.go(deskPaths.backups(), { kind: 'problem', text: error.message.slice(0, 500) })
        }
      },
    },
    {
      method: 'GET',
      path: '/backups/everything.zip',
      role: 'owner',
      isSensitive: true,
      isFile: true,
      async handle(visit) {
        const { takenAt, bytes, content } = await downloads.make(visit.actor)
        return new Response(content, {
          headers: {
            ...securityHeaders.forDesk,
            'content-type': 'application/zip',
            'content-length': String(bytes),
            'content-disposition': `attachment; filename="bloomera-${shopDay(takenAt)}.zip"`,
          },
        })
      },
    },
  ]
}
