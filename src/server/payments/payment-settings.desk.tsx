import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { PaymentSettings } from '#desk/views/payments/payment-settings.tsx'
import { wrongSentences } from '#domain/money/account-check.ts'
import { LONG_FORM, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { AccountCheckService } from './account-check.service.ts'
import type { AppleDomainFile } from './apple-domain-file.service.ts'

type PaymentSettingsDeps = { accountCheck: AccountCheckService; appleFile: AppleDomainFile; hasWallets: boolean }

/** Apple's files are hexadecimal; anything with spaces or tags in it is a page that was saved by mistake. */
const FILE = /^[\w+/=.-]{100,20000}$/
const fileForm = z.object({
  file: z
    .string('Paste the file’s content.')
    .transform((text) => text.trim())
    .refine((text) => text === '' || FILE.test(text), {
      error: 'This isn’t the file: open it, and copy the one long line of letters and digits in it.',
    }),
})

export function paymentSettingsRoutes({ accountCheck, appleFile, hasWallets }: PaymentSettingsDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, sent?: FormState): Promise<Response> {
    const [state, file] = await Promise.all([accountCheck.latest(), appleFile.find()])
    const form = sent ?? freshForm({ file: file ?? '' }, '')
    const body = <PaymentSettings state={state} appleFile={hasWallets ? form : undefined} />
    return visit.page({ title: 'Payment settings', section: 'settings', body, status: sent ? 422 : 200 })
  }

  return [
    { method: 'GET', path: '/settings/payments', role: 'owner', handle: (visit) => render(visit) },
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
    {
      method: 'POST',
      path: '/settings/payments/apple-file',
      role: 'owner',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = parseForm(fileForm, fields)
        if (!read.ok) return render(visit, refusedForm(fields, read.errors))
        const isChanged = await appleFile.save(read.value.file, visit.actor)
        const saved = read.value.file === '' ? 'The file is removed.' : 'Saved. Now press Verify at Square.'
        return visit.go(deskPaths.paymentSettings(), {
          kind: 'done',
          text: isChanged ? saved : 'No changes to save.',
        })
      },
    },
  ]
}
