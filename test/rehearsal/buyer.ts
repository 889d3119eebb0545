import type { BrowserContext, Frame, FrameLocator, Locator, Page } from '@playwright/test'
import { eventually } from '../eventually.ts'
import { StepFailed, StepNotRun } from './report.ts'
import { BANK_CODE, CARD_FIELDS, CARD_FRAME, CHALLENGE, EXPIRY, GOOGLE_PAY, ZIP } from './square-facts.ts'

const PRODUCT = '/products/floral-wood-body-oil'
const ORDER_PAGE = /\/order\/[\w-]+$/

export type Card = { number: string; cvv: string }
export type Buyer = ReturnType<typeof createBuyer>

/** A shopper with their own browser window, who buys one oil. `waitMs` is how long they wait for others. */
export function createBuyer(page: Page, email: string, waitMs: number) {
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  const alert = dialog.getByRole('alert').filter({ hasText: /\S/ }).first()

  /** Fails with what the page says, if the page gives up first. */
  async function unlessRefused(isDone: () => Promise<boolean>): Promise<void> {
    await eventually(async () => (await isDone()) || (await alert.isVisible()), waitMs).catch(() => {
      throw new StepFailed(`nothing happened within ${Math.round(waitMs / 1000)} s`)
    })
    if (!(await isDone())) throw new StepFailed(`the page says: ${oneLine(await alert.innerText())}`)
  }

  return {
    page,
    email,

    async openCheckout(): Promise<void> {
      await page.goto(PRODUCT)
      await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
      await page.getByRole('button', { name: 'Cart, 1 item' }).click()
      await page.getByRole('dialog', { name: 'Shopping Cart' }).getByRole('button', { name: 'Checkout' }).click()
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
      await dialog.getByRole('textbox', { name: 'First name' }).fill('Dana')
      await dialog.getByRole('textbox', { name: 'Last name' }).fill('Whitfield')
      await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Elm Street')
      await dialog.getByRole('textbox', { name: 'City' }).fill('Provo')
      await dialog.getByRole('combobox', { name: 'State' }).selectOption('UT')
      await dialog.getByRole('textbox', { name: 'ZIP code' }).fill(ZIP)
    },

    async fillCard({ number, cvv }: Card): Promise<void> {
      const form = page.frameLocator(CARD_FRAME)
      await unlessRefused(
        async () =>
          (await form.locator(CARD_FIELDS.number).isVisible()) &&
          (await page.getByText('Loading the card form…').count()) === 0,
      )
      await fillFields(form, number, cvv)
    },

    async pay(): Promise<void> {
      await page.getByRole('button', { name: 'PAY NOW' }).click()
    },

    /** Enters the code that the bank asks for. Returns false if the order was paid without one. */
    async answerBank(onAsked: () => Promise<void>): Promise<boolean> {
      let challenge: Challenge | undefined
      await unlessRefused(async () => {
        if (ORDER_PAGE.test(page.url())) return true
        challenge ??= await findChallenge(page)
        return challenge !== undefined
      })
      if (!challenge) return false
      await onAsked()
      await challenge.box.fill(BANK_CODE)
      // The frame is in a separate process, where a mouse click can get lost.
      await challenge.button.dispatchEvent('click')
      return true
    },

    /** Pays with the wallet, in the emulator. Google's own sheet is out of reach. */
    async payWithGoogle(isEmulated: boolean): Promise<void> {
      const button = page.locator(GOOGLE_PAY.button).first()
      const isOffered = await button.waitFor({ timeout: isEmulated ? waitMs : 15_000 }).then(
        () => true,
        () => false,
      )
      if (!isEmulated)
        throw new StepNotRun(
          `the button is ${isOffered ? '' : 'not '}shown; not possible here: ${GOOGLE_PAY.whyNotInSandbox}`,
        )
      if (!isOffered) throw new StepFailed('there is no Google Pay button')
      await button.click()
      const sheet = page.frameLocator(GOOGLE_PAY.emulatedSheet)
      // Its script is ready once it shows the total.
      await sheet.getByText(/USD$/).waitFor()
      const choice = sheet.getByRole('button', { name: 'Pay with Visa' })
      await choice.dispatchEvent('click')
    },

    /** The number of the order that was paid. */
    async arriveAtOrder(): Promise<string> {
      await unlessRefused(async () => ORDER_PAGE.test(page.url()))
      const text = await page.getByText(/^Order number BLM-/).textContent()
      const [number] = /BLM-\w+-\w+/.exec(text ?? '') ?? []
      if (!number) throw new StepFailed('the order page shows no order number')
      return number
    },

    /** What the page says instead of taking the money. */
    async refusal(): Promise<string> {
      await eventually(async () => (await alert.isVisible()) || ORDER_PAGE.test(page.url()), waitMs)
      if (ORDER_PAGE.test(page.url())) throw new StepFailed('the order was paid')
      return oneLine(await alert.innerText())
    },
  }
}

/** The ZIP field is only shown for some countries' cards. */
async function fillFields(form: FrameLocator, number: string, cvv: string): Promise<void> {
  await form.locator(CARD_FIELDS.number).fill(number)
  await form.locator(CARD_FIELDS.expiry).fill(EXPIRY)
  await form.locator(CARD_FIELDS.cvv).fill(cvv)
  if (await form.locator(CARD_FIELDS.zip).isVisible()) await form.locator(CARD_FIELDS.zip).fill(ZIP)
}

type Challenge = { box: Locator; button: Locator }

async function findChallenge(page: Page): Promise<Challenge | undefined> {
  for (const frame of page.frames()) {
    // A frame that has just gone has no challenge.
    const found = frame === page.mainFrame() ? undefined : await challengeIn(frame).catch(() => undefined)
    if (found) return found
  }
  return undefined
}

async function challengeIn(frame: Frame): Promise<Challenge | undefined> {
  const boxes = frame.locator(CHALLENGE.box).filter({ visible: true })
  const buttons = frame.locator(CHALLENGE.button).filter({ visible: true })
  if ((await boxes.count()) !== 1 || (await buttons.count()) === 0) return undefined
  const approving = buttons.filter({ hasText: CHALLENGE.approve })
  return { box: boxes.first(), button: (await approving.count()) > 0 ? approving.first() : buttons.first() }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

export type Traffic = { hosts: Set<string>; blocked: Set<string> }

/** Notes which hosts the shop's pages load from, and what its policy keeps them from loading. */
export async function watchTraffic(context: BrowserContext, traffic: Traffic): Promise<void> {
  context.on('response', (response) => traffic.hosts.add(new URL(response.url()).hostname))
  await context.exposeBinding('noteBlocked', ({ frame, page }, text: string) => {
    // Frames of other origins have their own policies.
    if (frame === page.mainFrame()) traffic.blocked.add(text)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
      if (disposition === 'enforce') void window.noteBlocked(`${effectiveDirective} ${blockedURI}`)
    })
  })
}

declare global {
  interface Window {
    noteBlocked: (text: string) => Promise<void>
  }
}
