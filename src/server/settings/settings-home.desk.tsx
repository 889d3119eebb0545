import type { SettingsPlace } from '#desk/settings-places.ts'
import { SettingsHome } from '#desk/views/settings/settings-home.tsx'
import { SETTING_KEYS, SETTINGS } from '#domain/business/describe-settings.ts'
import { formatCents } from '#domain/money/cents.ts'
import { formatTaxRate, ratesOn, taxedStates } from '#domain/money/rates.ts'
import { isAlwaysFree } from '#domain/money/shipping-sentences.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { counted } from '#domain/time/display.ts'
import { timeAgo } from '#domain/time/time-ago.ts'
import type { BackupService } from '#server/backup/backup.service.ts'
import type { BackupStatus } from '#server/backup/backup.views.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { CarrierAccounts } from '#server/labels/carrier-account.service.ts'
import type { OperatorService } from '#server/operators/team.service.ts'
import type { AccountCheckService } from '#server/payments/account-check.service.ts'
import type { AccountState } from '#server/payments/payments.views.ts'
import type { RatesEditor } from '#server/rates/rates-editor.service.ts'
import type { RatesAtDesk } from '#server/rates/rates.views.ts'
import type { SettingsDeps } from './settings.desk.tsx'

type SettingsHomeDeps = SettingsDeps & {
  ratesEditor: RatesEditor
  accountCheck: AccountCheckService
  backups: BackupService
  operators: OperatorService
  carrier: { accounts: Pick<CarrierAccounts, 'find'> }
  now: () => Date
}

/** The list of all settings with their current values. */
export function settingsHomeRoutes(deps: SettingsHomeDeps): DeskRoute[] {
  const { settingsEditor, surroundings, ratesEditor, accountCheck, backups, operators, carrier, now } = deps

  async function summaries(visit: OperatorVisit): Promise<Record<SettingsPlace, string>> {
    const [stored, rates, account, backup, team, labels] = await Promise.all([
      settingsEditor.find(),
      ratesEditor.find(),
      accountCheck.latest(),
      backups.status(),
      operators.list(),
      carrier.accounts.find(),
    ])
    return {
      ...(Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].summary(stored, surroundings())])) as Record<
        (typeof SETTING_KEYS)[number],
        string
      >),
      shipping: shippingText(rates),
      taxes: taxText(rates),
      labels: labels ? `EasyPost${labels.isTest ? ', test key' : ''}` : 'Off',
      payments: paymentText(account),
      team: counted(team.length, 'person', 'people'),
      account: visit.operator.email,
      backups: backupText(backup, now()),
    }
  }

  return [
    {
      method: 'GET',
      path: '/settings',
      role: 'owner',
      async handle(visit) {
        const body = <SettingsHome values={await summaries(visit)} search={visit.query('q')} />
        return visit.page({ title: 'Settings', section: 'settings', body })
      },
    },
  ]
}

function shippingText({ shipping, tax, today }: RatesAtDesk): string {
  const rate = ratesOn({ shipping, tax }, today).shipping
  return isAlwaysFree(rate)
    ? 'Free'
    : `${formatCents(rate.flatCents)}, free from ${formatCents(rate.freeFromCents).replace(/\.00$/, '')}`
}

function taxText({ shipping, tax, today }: RatesAtDesk): string {
  const rates = ratesOn({ shipping, tax }, today).tax
  const states = taxedStates(rates)
  const [first] = states
  if (!first) return 'None collected'
  return states.length > 1 ? counted(states.length, 'state') : `${US_STATES[first]} ${formatTaxRate(rates[first] ?? 0)}`
}

function paymentText({ environment, check }: AccountState): string {
  const place = { production: 'Square', sandbox: 'Square sandbox', emulator: 'Test cards only' }[environment]
  const isWrong = check?.findings.some(({ verdict }) => verdict === 'wrong')
  if (isWrong) return `${place}, needs you`
  return check ? `${place}, connected` : place
}

function backupText({ target, newest, isStale }: BackupStatus, now: Date): string {
  if (target === undefined) return 'Off'
  if (!newest) return 'None yet'
  return isStale ? `Late, ${timeAgo(newest.at, now)}` : timeAgo(newest.at, now)
}
