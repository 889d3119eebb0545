import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { AccountAnswers } from '#domain/money/account-check.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createAccountCheck } from './account-check.service.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'

/** What the shop makes of answers about its account that are scripted. */
const database = useTestDatabase()

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

beforeEach(async () => {
  await rows('delete from alerts')
  await rows('delete from settings')
})

/** The check, and what it logs. */
function checkOf(answers: AccountAnswers, isEmulated = false) {
  const lines: string[] = []
  const raiseAlert = createRaiseAlert(async () => [])
  const now = () => new Date('2026-11-18T12:00:00Z')
  const check = createAccountCheck({
    database: database.current,
    ask: async () => answers,
    expected: {
      environment: 'sandbox',
      applicationId: 'app',
      locationId: 'L',
      webhookUrl: 'https://bloomera.example/webhooks/square',
    },
    isEmulated,
    alerts: createMoneyAlerts({ database: database.current, raiseAlert, now }),
    log: pino({}, { write: (line) => void lines.push(`${JSON.parse(line).level} ${JSON.parse(line).msg}`) }),
    now,
  })
  return { check, lines }
}

const AWAY = { away: true } as const
const LOCATION = { known: { isActive: true, currency: 'USD', takesCards: true } }

test('the log has a warning for each contradiction, and says when Square said nothing at all', async () => {
  const silent = checkOf({ token: AWAY, location: AWAY, webhooks: AWAY })
  await silent.check.checkAndRecord()
  expect(silent.lines).toEqual(['30 account check: could not reach Square'])
  const wrong = checkOf({ token: AWAY, location: LOCATION, webhooks: { known: [] } })
  const { findings } = await wrong.check.checkAndRecord()
  const webhook = findings.find(({ verdict }) => verdict === 'wrong')
  expect(wrong.lines).toEqual([`40 ${webhook?.sentence}`])
  const partly = checkOf({ token: AWAY, location: LOCATION, webhooks: AWAY })
  await partly.check.checkAndRecord()
  expect(partly.lines).toEqual([])
})

test('the alert names what is wrong, and stays while only a part of it is known to be right', async () => {
  const alert = async () => {
    const [row] = await rows(`select detail, resolution from alerts where kind = 'square-account'`)
    return row
  }
  const { findings } = await checkOf({
    token: AWAY,
    location: LOCATION,
    webhooks: { known: [] },
  }).check.checkAndRecord()
  const sentence = findings.find(({ verdict }) => verdict === 'wrong')?.sentence
  const detail = `${sentence} Open Settings, Payments to check again.`
  expect(await alert()).toEqual({ detail, resolution: null })
  await checkOf({ token: AWAY, location: LOCATION, webhooks: AWAY }).check.checkAndRecord()
  expect(await alert()).toEqual({ detail, resolution: null })
  const subscription = { isEnabled: true, eventTypes: ['payment.updated', 'refund.updated'], hasOurKey: true }
  await checkOf({
    token: { known: { applicationId: 'app', expiresAt: undefined } },
    location: LOCATION,
    webhooks: { known: [subscription] },
  }).check.checkAndRecord()
  expect(await alert()).toEqual({ detail, resolution: 'They match again.' })
})

test('the last result is kept for all processes, with where it was asked', async () => {
  const asked = checkOf({ token: AWAY, location: LOCATION, webhooks: AWAY })
  expect((await asked.check.latest()).check).toBeUndefined()
  const done = await asked.check.checkAndRecord()
  expect(await asked.check.latest()).toMatchObject({ environment: 'sandbox', check: done })
  const emulated = checkOf({ token: AWAY, location: AWAY, webhooks: AWAY }, true)
  expect(await emulated.check.latest()).toMatchObject({ environment: 'emulator', check: done })
})
