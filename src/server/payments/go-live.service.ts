import { z } from 'zod'
import { EXAMPLE_ADDRESS } from '#domain/business/shop-settings.ts'
import { type GoLiveState, goLiveStates } from '#domain/money/go-live.ts'
import { findBackupRecord } from '#server/backup/backup-status.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { findSetting, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import type { AccountCheckService } from './account-check.service.ts'
import type { AppleDomainFile } from './apple-domain-file.service.ts'
import { hasCompletedRefund, hasOwnersPasskey, hasPublishedPolicies, hasSucceededPayment } from './go-live.queries.ts'
import type { AccountState } from './payments.views.ts'

const SETTING = 'go_live'
/** With the emulator: being done there doesn't mean being done with Square. */
const SETTING_ON_EMULATOR = 'first_day'
const stored = z.object({ end: z.enum(['done', 'dismissed']) })

type GoLiveDeps = {
  database: Pick<Database, 'orm'>
  accountCheck: Pick<AccountCheckService, 'latest'>
  appleFile: AppleDomainFile
  hasWallets: boolean
  isEmulated: boolean
  /** Where the shop is. */
  address: () => string
  now: () => Date
}

export type GoLive = ReturnType<typeof createGoLive>

/** What is left to do before the first real sale, as far as the shop can tell. */
export function createGoLive(deps: GoLiveDeps) {
  const { accountCheck, appleFile, hasWallets, isEmulated, address, now } = deps
  const { orm } = deps.database
  const setting = isEmulated ? SETTING_ON_EMULATOR : SETTING

  async function states(): Promise<GoLiveState[]> {
    const [hasPasskey, hasPolicies, backup, account, hasPaidOrder, hasRefund, hasAppleFile] = await Promise.all([
      hasOwnersPasskey(orm),
      hasPublishedPolicies(orm),
      findBackupRecord(orm),
      accountCheck.latest(),
      hasSucceededPayment(orm),
      hasCompletedRefund(orm),
      appleFile.isThere(),
    ])
    return goLiveStates({
      hasPasskey,
      hasAddress: !['', EXAMPLE_ADDRESS].includes(address()),
      hasPolicies,
      hasBackup: Boolean(backup?.newest),
      environment: account.environment,
      isAccountRight: isRight(account),
      hasWebhook: account.lastWebhookAt !== undefined,
      hasPaidOrder,
      hasRefund,
      hasWallets,
      hasAppleFile,
    })
  }

  async function hasEnded(): Promise<boolean> {
    return stored.safeParse(await findSetting(orm, setting)).success
  }

  return {
    states,

    /** The steps to show on Today; none once all are done or the owner has put the list away. */
    async onToday(): Promise<GoLiveState[]> {
      const all = (await hasEnded()) ? [] : await states()
      return all.every(({ isDone }) => isDone) ? [] : all
    },

    /** Remembers that all was done once: a token that is revoked next year is an alert, not a new beginning. */
    async noteIfDone(): Promise<void> {
      if (await hasEnded()) return
      const all = await states()
      if (all.every(({ isDone }) => isDone)) await storeSetting(orm, setting, { end: 'done' }, now())
    },

    dismiss: (actor: Actor): Promise<void> =>
      inTransaction(orm, async (tx) => {
        await lockSetting(tx, setting)
        const before = stored.safeParse(await findSetting(tx, setting)).data ?? null
        if (before?.end === 'dismissed') return
        const after = { end: 'dismissed' }
        await storeSetting(tx, setting, after, now())
        await addAudit(tx, {
          ...actor,
          action: 'go-live.dismiss',
          subjectKind: 'setting',
          subjectId: setting,
          before,
          after,
        })
      }),
  }
}

function isRight({ check }: AccountState): boolean {
  const verdicts = check?.findings.map(({ verdict }) => verdict) ?? []
  return verdicts.includes('right') && !verdicts.includes('wrong')
}
