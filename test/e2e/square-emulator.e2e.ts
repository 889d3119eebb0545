import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { CardOptions, ChargeCardVerificationDetails, Square, TokenResult } from '@square/web-payments-sdk-types'
import { EMULATOR_CREDENTIALS, startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { expect, test as base } from './shop-test.ts'

declare global {
  interface Window {
    Square: Square
    card: Awaited<ReturnType<ReturnType<Square['payments']>['card']>>
    result: Promise<TokenResult>
    heard: string[]
  }
}

type HostPage = { emulator: TestEmulator; open: (options?: { policy?: string }) => Promise<void> }

/** A bare page of another origin with the strictest policy a shop can have, and the emulator it may load. */
const test = base.extend<{ host: HostPage }>({
  host: async ({ page }, use) => {
    let policy = ''
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
      response.end('<!doctype html><title>Host</title><div id="card"></div><div id="wallet"></div>')
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    const emulator = await startTestEmulator({ shopOrigins: [origin], hasApplePay: true })
    const { address } = emulator
    await use({
      emulator,
      async open(options = {}) {
        policy =
          options.policy ??
          `default-src 'self'; script-src 'self' ${address}; frame-src ${address}; style-src 'self' ${address}`
        await page.goto(`${origin}/`)
        await page.evaluate(async (src) => {
          const script = document.createElement('script')
          script.src = src
          document.head.append(script)
          await new Promise((resolve, reject) => {
            script.addEventListener('load', resolve)
            script.addEventListener('error', reject)
          })
        }, `${address}/v1/square.js`)
      },
    })
    server.closeAllConnections()
    server.close()
    await emulator.close()
  },
})

async function attach(page: Page, options: CardOptions = {}): Promise<void> {
  await page.evaluate(
    async ([credentials, cardOptions]) => {
      window.card = await window.Square.payments(credentials.applicationId, credentials.locationId).card(cardOptions)
      await window.card.attach('#card')
    },
    [EMULATOR_CREDENTIALS, options] as const,
  )
}

function fields(page: Page) {
  const frame = page.frameLocator('iframe.sq-card-component[name^="single-card"]')
  return {
    number: frame.locator('#cardNumber'),
    expiry: frame.locator('#expirationDate'),
    cvv: frame.locator('#cvv'),
    zip: frame.locator('#postalCode'),
  }
}

/** Types as a person does: one field after the other, the form moving the focus on. */
async function typeCard(page: Page, number: string, { expiry = '1235', cvv = '111', zip = '84101' } = {}) {
  await fields(page).number.click()
  await page.keyboard.type(number + expiry + cvv + zip)
}

function tokenize(page: Page, details?: ChargeCardVerificationDetails): Promise<TokenResult> {
  return page.evaluate((verification) => window.card.tokenize(verification), details)
}

const DETAILS: ChargeCardVerificationDetails = {
  amount: '12.34',
  currencyCode: 'USD',
  intent: 'CHARGE',
  billingContact: { givenName: 'Ada' },
  customerInitiated: true,
  sellerKeyedIn: false,
}

test('a card is typed, grouped, and becomes a token', async ({ page, host }) => {
  await host.open()
  await attach(page, { style: { input: { fontSize: '16px', color: '#1a1a1a' } } })
  await typeCard(page, '4111111111111111')
  const { number, expiry, cvv, zip } = fields(page)
  await expect(number).toHaveValue('4111 1111 1111 1111')
  await expect(expiry).toHaveValue('12/35')
  await expect(cvv).toHaveValue('111')
  await expect(zip).toHaveValue('84101')
  await expect(number).toHaveCSS('color', 'rgb(26, 26, 26)')
  await expect(number).toHaveCSS('font-size', '16px')
  const result = await tokenize(page)
  expect(result).toMatchObject({
    status: 'OK',
    token: expect.stringMatching(/^cnon:/),
    details: { method: 'Card', card: { brand: 'VISA', last4: '1111', expMonth: 12, expYear: 2035 } },
  })
  expect(await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentDocument)).toBeNull()
})
