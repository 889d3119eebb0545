import type { Page } from '@playwright/test'
import { sendCommand } from '#server/operators/command-socket.ts'
import { StepFailed } from './report.ts'

export type OrderAtDesk = { state: string; totalCents: number; refundedCents: number }
export type Owner = Awaited<ReturnType<typeof signInOwner>>

/** The owner at the desk, signed in by a link from the command line. */
export async function signInOwner(page: Page, dataDir: string, shopUrl: string) {
  const answer = await sendCommand(dataDir, ['add', 'rehearsal@bloomera.example', '--role', 'owner'])
  const [link] = /https\S+/.exec(answer?.text ?? '') ?? []
  if (!link) throw new StepFailed(`the shop gave no link to the desk: ${answer?.text ?? 'no answer'}`)
  await page.goto(link)
  await page.locator('main form button').first().click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()

  async function openOrder(number: string): Promise<void> {
    await page.goto(`${shopUrl}/admin/orders?q=${number}`)
    await page.getByRole('link', { name: number }).first().click()
    await page.getByRole('heading', { name: number, level: 1 }).waitFor()
    await page.waitForLoadState('load')
  }

  async function readOrder(number: string): Promise<OrderAtDesk> {
    await openOrder(number)
    const amounts = Object.fromEntries(
      await Promise.all(
        (await page.locator('dl.totals > div').all()).map(async (row) => [
          await row.locator('dt').innerText(),
          cents(await row.locator('dd').innerText()),
        ]),
      ),
    ) as Record<string, number>
    return {
      state: await page.locator('#order-state').innerText(),
      totalCents: amounts.Total ?? 0,
      refundedCents: Math.abs(amounts.Refunded ?? 0),
    }
  }

  return {
    page,
    readOrder,

    /** Through the same form, route and worker as any refund. */
    async refund(number: string, dollars: string): Promise<void> {
      await openOrder(number)
      const form = page.locator('form[action$="/refund"]')
      await page
        .locator('details', { has: form })
        .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
      await form.locator('[name=amount]').fill(dollars)
      await form.locator('[name=reason]').fill('Rehearsal')
      await form.locator('button[type=submit]').click()
      // The desk's script asks in a dialog; without it, the server asks on a page.
      await page.locator('dialog[open] button').last().click()
      await page
        .locator('.flash')
        .filter({ hasText: `$${dollars}` })
        .waitFor()
    },

    async accountFindings(): Promise<string[]> {
      await page.goto(`${shopUrl}/admin/settings/payments`)
      return page.locator('main ul.lines > li').allInnerTexts()
    },

    /** Returns true if a webhook has arrived, according to the desk. */
    async hasSeenWebhook(): Promise<boolean> {
      await page.goto(`${shopUrl}/admin/settings/payments`)
      return /Last received/.test(await page.locator('main').innerText())
    },

    /** What the money check says about these orders and payments; others use the sandbox account, too. */
    async moneyCheck(references: ReadonlySet<string>): Promise<{ matched: number; differences: string[] }> {
      await page.goto(`${shopUrl}/admin/money`)
      const all = page.locator('#differences')
      if (!(await all.isVisible())) throw new StepFailed('the money check got no answer from Square')
      const [, matched = '0'] = /(\d+) payments? matched/.exec(await page.locator('main').innerText()) ?? []
      const lines = await all.locator('ul.differences > li').allInnerTexts()
      const ours = lines.filter((line) => [...references].some((reference) => line.includes(reference)))
      return { matched: Number(matched), differences: ours.map((line) => line.replaceAll(/\s+/g, ' ')) }
    },
  }
}

function cents(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)
}
