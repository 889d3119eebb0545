import { deskPaths } from '#desk/desk-paths.ts'
import { PaymentSettings } from '#desk/views/payments/payment-settings.tsx'
import { wrongSentences } from '#domain/money/account-check.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { AccountCheckService } from './account-check.service.ts'

type PaymentSettingsDeps = { accountCheck: AccountCheckService }

export function paymentSettingsRoutes({ accountCheck }: PaymentSettingsDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/settings/payments',
      role: 'owner',
      async handle(visit) {
        const body = <PaymentSettings state={await accountCheck.latest()} />
        return visit.page({ title: 'Payment settings', section: 'settings', body })
      },
    },
    {
      method: 'POST',
      path: '/settings/payments/check',
      role: 'owner',
      async handle(visit) {
        const { findings } = await accountCheck.checkAndRecord()
        const wrong = wrongSentences(findings).length
        const isAnswered = findings.some(({ verdict }) => verdict !== 'unknown')
        return visit.go(
          deskPaths.paymentSettings(),
          wrong > 0 || !isAnswered
            ? {
                kind: 'problem',
                text: wrong > 0 ? 'Square and the shop’s settings don’t agree.' : 'Square gave no answer.',
              }
            : { kind: 'done', text: 'Checked with Square.' },
        )
      },
    },
  ]
}
