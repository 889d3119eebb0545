import type { DeskServices } from './desk-services.ts'
import type { Env } from './env.ts'
import { createNoticeQueues } from './notices/notices.worker.ts'
import { createNoticeWatches } from './notices/watches.worker.ts'
import type { Database } from './platform/db/database.ts'
import { createSendPush } from './platform/push/send-push.ts'
import type { Queue } from './platform/worker/queue.ts'
import { createDailyFigures } from './reports/daily-figures.service.ts'
import type { Services } from './services.ts'
import { findAlertRecipients } from './settings/shop-settings.service.ts'

type NoticeWorkerDeps = {
  database: Database
  services: Pick<Services, 'shopSettings'>
  deskServices: Pick<DeskServices, 'countToPack' | 'today' | 'vapid'>
  env: Pick<Env, 'mode' | 'shopDefaults'>
}

/** Everything that notifies the shop's team. */
export function createNoticeWorkers({ database, services, deskServices, env }: NoticeWorkerDeps): Queue[] {
  const now = () => new Date()
  return [
    ...createNoticeQueues({
      database,
      send: createSendPush({ vapid: deskServices.vapid, allowsLocal: env.mode !== 'production', now }),
      findAlertRecipients: findAlertRecipients(env.shopDefaults),
      countToPack: deskServices.countToPack,
      now,
    }),
    ...createNoticeWatches({
      database,
      lowAt: () => services.shopSettings.current().inventory.lowAt,
      dailyFigures: createDailyFigures(database, deskServices.today),
      now,
    }),
  ]
}
