import type { Logger } from 'pino'
import { createBackupJobs } from './backup/backup.worker.ts'
import { createPictureQueue } from './catalogue/picture-uploads.worker.ts'
import { createResizer } from './catalogue/resizer.ts'
import { createSaleQueue } from './catalogue/sale-prices.worker.ts'
import { createPriceQueue } from './catalogue/scheduled-prices.worker.ts'
import type { DeskServices } from './desk-services.ts'
import type { Env } from './env.ts'
import { createMailDelivery } from './mails.ts'
import { createNoticeWorkers } from './notice-workers.ts'
import { notifyFailedMail } from './notices/notify-failed-mail.ts'
import { createAccountWatch } from './payments/account-check.worker.ts'
import { createLapsedRequests } from './payments/lapsed-requests.worker.ts'
import { createMoneyWatch } from './payments/money-watch.worker.ts'
import { createPurgeQueue } from './platform/cdn/cdn-purges.worker.ts'
import { createPurgeCdn } from './platform/cdn/purge-cdn.ts'
import type { Database } from './platform/db/database.ts'
import type { LocalMailbox } from './platform/mail/local-mailbox.ts'
import { createMailQueue } from './platform/mail/outbox.worker.ts'
import type { WatchCall } from './platform/watch-call.ts'
import { createPgliteUpkeep } from './platform/worker/pglite-upkeep.worker.ts'
import { createWorkers } from './platform/worker/workers.ts'
import { createRetention } from './retention.worker.ts'
import type { Services } from './services.ts'

type ShopWorkerDeps = {
  database: Database
  services: Services
  deskServices: DeskServices
  env: Env
  log: Logger
  mailbox: LocalMailbox | undefined
  projectFolder: string
  watchCall: WatchCall
}

/** Everything that the shop does on its own: its queues, in the order in which they start. */
export function createShopWorkers(deps: ShopWorkerDeps) {
  const { database, services, deskServices, env, log, mailbox } = deps
  const now = () => new Date()
  const deliver = createMailDelivery({
    database,
    env,
    mailbox,
    settings: services.shopSettings,
    texts: services.texts,
    watchCall: deps.watchCall,
  })
  const mail = createWorkers({
    database,
    log,
    queues: [
      createMailQueue({
        database,
        log,
        deliver,
        mailsPerMinute: env.mailsPerMinute,
        onDead: (tx, dead) => notifyFailedMail(tx, dead, now()),
      }),
    ],
  })
  const payments = services.reconciler
  const rest = createWorkers({
    database,
    log,
    queues: [
      createPriceQueue({ database, raiseAlert: services.payments.raiseAlert }),
      createSaleQueue(database),
      createPictureQueue({ database, resize: createResizer(deps.projectFolder) }),
      ...createMoneyWatch({
        database,
        check: (span) => deskServices.moneyCheck.check(span),
        days: deskServices.moneyDays,
        alerts: deskServices.moneyAlerts,
        now,
      }),
      createAccountWatch(database, deskServices.accountCheck, deskServices.goLive),
      ...services.carrier.queues,
      ...(env.cdn ? [createPurgeQueue({ database, purge: createPurgeCdn(env.cdn), watchCall: deps.watchCall })] : []),
      createLapsedRequests(database, now),
      createRetention(database),
      ...createNoticeWorkers({ database, services, deskServices, env }),
      ...(env.backup.location ? createBackupJobs(database, services.backups) : []),
      ...(database.engine === 'pglite' ? [createPgliteUpkeep(database)] : []),
    ],
  })
  const all = [mail, payments, rest]
  return {
    queues: all.flatMap(({ queues }) => queues),
    start: async () => {
      for (const workers of all) await workers.start()
    },
    /** All except email, which may get more to send while the others finish. */
    stop: async () => {
      await Promise.all([payments.stop(), rest.stop()])
    },
    stopMail: () => mail.stop(),
  }
}
