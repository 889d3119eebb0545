import { checkAccount, wrongSentences } from '#domain/money/account-check.ts'
import type { SquareEnv } from './env.ts'
import { ACCOUNT_TIMEOUT_MS } from './payments/account-check.service.ts'
import type { AccountCheck } from './payments/payments.views.ts'
import { createAskAccount } from './payments/square-account.ts'
import { StartError } from './platform/start-error.ts'

/**
 * Production does not open with settings that Square contradicts: buyers would be the ones to find out. A Square that
 * gives no answer contradicts nothing, and must not keep a shop closed; the question is asked again while it is open.
 */
export async function checkBeforeOpening(square: SquareEnv): Promise<AccountCheck> {
  const ask = createAskAccount(square)
  const findings = checkAccount(square, await ask(ACCOUNT_TIMEOUT_MS))
  const wrong = wrongSentences(findings)
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return { findings, checkedAt: new Date() }
}
