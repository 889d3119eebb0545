import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { headerOf } from '../mail-server.ts'
import { type Buyer, createBuyer, type Traffic, watchTraffic } from './buyer.ts'
import { createReport, StepFailed } from './report.ts'
import type { World } from './start-world.ts'

const LOOK_EVERY_MS = 500
const VIEWPORT = { width: 1280, height: 900 }

export type StageOptions = {
  /** Where screenshots go. */
  folder: string
  say: (line: string) => void
  /** How long a buyer waits for the card form and for a payment. */
  waitMs: number
  /** How long to wait for Square's records, webhooks and emails. */
  settleMs: number
  /** Leaves out 3-D Secure and Google Pay. */
  isShort: boolean
}

export type Stage = Awaited<ReturnType<typeof createStage>>

/** What every step works with. */
export async function createStage(browser: Browser, world: World, { folder, say, waitMs, settleMs }: StageOptions) {
  const { step, results } = createReport(say)
  const traffic: Traffic = { hosts: new Set(), blocked: new Set() }
  await mkdir(folder, { recursive: true })
  let pictures = 0

  async function picture(page: Page, name: string): Promise<void> {
    pictures += 1
    const file = path.join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`)
    // A screenshot isn't a step: if it can't be taken, nothing fails.
    await page.screenshot({ path: file }).catch(() => undefined)
  }

  /** Polls at the pace of a person, because each check loads pages of the desk or queries Square. */
  async function untilSeen<T>(look: () => Promise<T | undefined>, instead: () => string): Promise<T> {
    const end = performance.now() + settleMs
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (performance.now() > end) throw new StepFailed(instead())
      await setTimeout(LOOK_EVERY_MS)
    }
  }

  /** Each buyer has their own browser profile, and so their own cart. */
  async function asBuyer<T>(name: string, work: (buyer: Buyer) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ baseURL: world.shopUrl, viewport: VIEWPORT })
    await watchTraffic(context, traffic)
    const page = await context.newPage()
    try {
      return await work(createBuyer(page, `${name}-${Date.now()}@example.com`, waitMs))
    } finally {
      await picture(page, name)
      await context.close()
    }
  }

  async function seeMail(subject: string): Promise<{ seen: string; value: undefined }> {
    const subjects = () => world.received.map(({ raw }) => headerOf(raw, 'subject') ?? '')
    const seen = await untilSeen(
      async () => subjects().find((each) => each.startsWith(subject)),
      () => `no email “${subject}”`,
    )
    return { seen: `“${seen}”`, value: undefined }
  }

  return {
    world,
    step,
    results,
    traffic,
    /** Order numbers and payment ids of this rehearsal. */
    references: new Set<string>(),
    paidOrders: new Set<string>(),
    picture,
    untilSeen,
    asBuyer,
    seeMail,
    newDeskPage: () => browser.newPage({ baseURL: world.shopUrl, viewport: VIEWPORT }),
  }
}
