import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../playwright.config.ts'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { compareMoney, judgePolicy, seeWebhooks } from './closing-steps.ts'
import { signInOwner } from './owner.ts'
import { payByCard, payByChallengedCard, payByDeclinedCard, payByGoogle } from './pay-steps.ts'
import { refundPart } from './refund-steps.ts'
import { createRelay } from './relay-events.ts'
import { formatTable, needed, StepFailed, type StepResult } from './report.ts'
import { NEVER_PROVED, NOT_PROVED_BY_EMULATOR } from './square-facts.ts'
import { createStage, type StageOptions } from './stage.ts'
import type { World } from './start-world.ts'

/** Rehearses, and prints the table and what it doesn't prove. Returns true if no step failed. */
export async function rehearse(world: World, options: StageOptions): Promise<boolean> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS, ...world.chromiumArgs],
    ...(executablePath && { executablePath }),
  })
  try {
    const results = await runSteps(browser, world, options)
    options.say(`\n${formatTable(results)}\n`)
    options.say('Not verified against real Square:')
    for (const sentence of notProved(world, options, results)) options.say(`- ${sentence}`)
    return results.every(({ outcome }) => outcome !== 'failed')
  } finally {
    await browser.close()
  }
}

async function runSteps(browser: Browser, world: World, options: StageOptions): Promise<StepResult[]> {
  const stage = await createStage(browser, world, options)
  const { step, picture, references } = stage

  const owner = await step('Desk', 'the owner signs in', async () => ({
    value: await signInOwner(await stage.newDeskPage(), world.dataDir, world.shopUrl),
    seen: 'signed in',
  }))
  await step('Account check', 'nothing to fix', async () => {
    const desk = needed(owner, 'signing in')
    const findings = await desk.accountFindings()
    await picture(desk.page, 'account-check')
    const wrong = findings.filter((finding) => finding.includes('Fix this'))
    if (findings.length === 0) throw new StepFailed('the account has not been checked')
    if (wrong.length > 0) throw new StepFailed(wrong.map((line) => line.replaceAll(/\s+/g, ' ')).join('; '))
    return { seen: `${findings.length} lines, nothing to fix`, value: undefined }
  })
  const relay =
    world.webhooks === 'delivered'
      ? undefined
      : await step('Events', 'Square lets its events be read', async () => ({
          value: await createRelay(world, references),
          seen: 'enabled',
        }))

  const paid = await payByCard(stage, owner)
  await payByDeclinedCard(stage)
  if (!options.isShort) {
    await payByChallengedCard(stage, owner)
    await payByGoogle(stage, owner)
  }
  await refundPart(stage, owner, paid, relay)
  await seeWebhooks(stage, owner, paid, relay)
  await compareMoney(stage, owner)
  await judgePolicy(stage)
  return stage.results
}

function notProved(
  { isEmulated, webhooks }: World,
  { isShort }: StageOptions,
  results: readonly StepResult[],
): string[] {
  return [
    ...results.filter(({ outcome }) => outcome === 'not run').map(({ step, seen }) => `${step}: not run, ${seen}.`),
    ...(isShort ? ['3-D Secure, Google Pay: left out by --short.'] : []),
    ...(isEmulated ? NOT_PROVED_BY_EMULATOR : []),
    ...(webhooks === 'relayed' ? ['That Square’s webhooks reach your address: they were read and relayed here.'] : []),
    ...NEVER_PROVED,
  ]
}
