import { deskPaths } from '#desk/desk-paths.ts'
import { EditText } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { ACCOUNT_SUBJECTS, type AccountFinding } from '#domain/money/account-check.ts'
import { RETENTION } from '#domain/time/retention.ts'
import type { AccountState } from '#server/payments/payments.views.ts'

const VERDICTS: Record<AccountFinding['verdict'], { word: string; badge: string }> = {
  right: { word: 'OK', badge: 'badge badge-good' },
  wrong: { word: 'Fix this', badge: 'badge badge-bad' },
  unknown: { word: 'Unknown', badge: 'badge' },
}

const ENVIRONMENTS = {
  production: 'Square production: real cards are charged.',
  sandbox: 'Square sandbox: only test cards work, and no money moves.',
  emulator: 'The emulator on this machine, in place of Square: only test cards work, and no money moves.',
} satisfies Record<AccountState['environment'], string>

type PaymentSettingsProps = {
  state: AccountState
  /** Undefined if the shop shows no wallets. */
  appleFile: FormState | undefined
}

/** Settings, Payments: whether Square and the shop's settings agree. The settings themselves are in the environment. */
export function PaymentSettings({ state: { environment, check, lastWebhookAt }, appleFile }: PaymentSettingsProps) {
  return (
    <SettingsFrame
      place="payments"
      title="Payments"
      lead="Whether your Square account matches the shop’s settings. Checked at every start and every ten minutes."
    >
      <div className="panels">
        <Panel title="Square account">
          {check ? (
            <ul className="lines">
              {check.findings.map((finding) => (
                <Finding key={finding.subject} finding={finding} />
              ))}
            </ul>
          ) : (
            <Empty>Not checked yet.</Empty>
          )}
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Action action={deskPaths.checkAccount()} label="Check now" />
            <a className="underlined text-small" href={deskPaths.goLive()}>
              How to go live
            </a>
            {check && (
              <span className="hint">
                Last checked <When at={check.checkedAt} />
              </span>
            )}
          </div>
        </Panel>
        <Panel title="Environment">
          <p>{ENVIRONMENTS[environment]}</p>
          <p className="hint mt-1">Set by SQUARE_ENVIRONMENT on the server.</p>
        </Panel>
        <Panel title="Webhooks">
          <p>
            {lastWebhookAt ? (
              <>
                Last received <When at={lastWebhookAt} />
              </>
            ) : (
              `None received in the last ${RETENTION['settled-webhook-events'].keptDays} days.`
            )}
          </p>
          <p className="hint mt-1">
            Square sends one for every payment and refund. Without them the shop still finds out, a few minutes later.
          </p>
        </Panel>
        {appleFile && <AppleFile form={appleFile} />}
      </div>
    </SettingsFrame>
  )
}

function AppleFile({ form }: { form: FormState }) {
  return (
    <Panel title="Apple Pay" id="apple-pay">
      <form method="post" action={deskPaths.appleFile()} className="edit-form">
        <EditText
          form={form}
          name="file"
          label="Apple Pay domain file"
          hint="At Square, open your application, then Apple Pay, Add domain. Download the file, open it, and paste all of it here. Then press Verify there."
          rows={4}
          maxLength={20_000}
          isCopy={false}
        />
        <button type="submit" className="button">
          Save
        </button>
      </form>
    </Panel>
  )
}

function Finding({ finding: { subject, verdict, sentence } }: { finding: AccountFinding }) {
  const { word, badge } = VERDICTS[verdict]
  return (
    <li className="flex-wrap">
      <span className="min-w-56 grow basis-0">
        {ACCOUNT_SUBJECTS[subject]}
        <span className="hint block wrap-anywhere">{sentence}</span>
      </span>
      <span className={badge}>{word}</span>
    </li>
  )
}
