import { checkAccount, wrongSentences } from '#domain/money/account-check.ts'
import type { SquareEnv } from './env.ts'
import { ACCOUNT_TIMEOUT_MS } from './payments/account-check.service.ts'
import type { AccountCheck } from './payments/payments.views.ts'
import { createAskAccount } from './payments/square-account.ts'
import { StartError } from './platform/start-error.ts'

/**
 * Production doesn't open with settings Square disagrees with, so that buyers aren't the ones to find out. If Square
 * doesn't answer, the shop opens anyway, and checks again while it's open.
 */
export async function checkBeforeOpening(square: SquareEnv): Promise<AccountCheck> {
  const ask = createAskAccount(square)
  const findings = checkAccount(square, await ask(ACCOUNT_TIMEOUT_MS))
  const wrong = wrongSentences(findings)
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return { findings, checkedAt: new Date() }
}
