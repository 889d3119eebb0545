import type { Logger } from 'pino'
import { z } from 'zod'
import {
  type AccountExpectations,
  type AccountFinding,
  ACCOUNT_SUBJECTS,
  type AccountSubject,
  checkAccount,
  wrongSentences,
} from '#domain/money/account-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import type { AccountCheck, AccountState } from './payments.views.ts'
import type { AskAccount } from './square-account.ts'
import { findLastWebhookAt } from './webhook-events.queries.ts'

export type AccountCheckDeps = {
  database: Pick<Database, 'orm'>
  ask: AskAccount
  expected: AccountExpectations
  isEmulated: boolean
  alerts: Pick<MoneyAlerts, 'followAccount'>
  log: Pick<Logger, 'info' | 'warn'>
  now: () => Date
}

const SETTING = 'square_account_check'
/** Startup waits for it. */
export const ACCOUNT_TIMEOUT_MS = 8000

const stored = z.object({
  checkedAt: z.coerce.date(),
  findings: z.array(
    z.object({
      subject: z.enum(Object.keys(ACCOUNT_SUBJECTS) as [AccountSubject, ...AccountSubject[]]),
      verdict: z.enum(['right', 'wrong', 'unknown']),
      sentence: z.string(),
    }),
  ),
})

export type AccountCheckService = ReturnType<typeof createAccountCheck>

/** Asks Square whether the shop's settings are those of its account, and keeps the last result for all processes. */
export function createAccountCheck(deps: AccountCheckDeps) {
  const { database, ask, expected, isEmulated, alerts, log, now } = deps
  const { orm } = database

  async function check(): Promise<AccountCheck> {
    return { findings: checkAccount(expected, await ask(ACCOUNT_TIMEOUT_MS)), checkedAt: now() }
  }

  async function record({ findings, checkedAt }: AccountCheck): Promise<void> {
    for (const sentence of wrongSentences(findings)) log.warn(sentence)
    if (!findings.some(isAnswered)) log.info('account check: could not reach Square')
    await orm.transaction(async (tx) => {
      await storeSetting(tx, SETTING, { findings, checkedAt }, checkedAt)
      const wrong = wrongSentences(findings)
      // If Square doesn't answer, don't report that everything is fine again.
      if (wrong.length > 0 || findings.every(isAnswered)) await alerts.followAccount(tx, wrong)
    })
  }

  return {
    record,

    async checkAndRecord(): Promise<AccountCheck> {
      const done = await check()
      await record(done)
      return done
    },

    async latest(): Promise<AccountState> {
      const [setting, lastWebhookAt] = await Promise.all([findSetting(orm, SETTING), findLastWebhookAt(orm)])
      const environment = isEmulated ? 'emulator' : expected.environment
      return { environment, check: stored.safeParse(setting).data, lastWebhookAt }
    },
  }
}

function isAnswered({ verdict }: AccountFinding): boolean {
  return verdict !== 'unknown'
}
