import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type {
  Card,
  CardOptions,
  ChargeCardVerificationDetails,
  ChargeVerifyBuyerDetails,
  TokenResult,
} from '@square/web-payments-sdk-types'
import { EMULATOR_CREDENTIALS, startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { answerBank, bankFrame } from './answer-bank.ts'
import { expect, test as base } from './shop-test.ts'
import { chooseInWallet } from './wallet-sheet.ts'

declare global {
  interface Window {
    card: Card
    heard: string[]
    /** The name of the error that a call throws. */
    errorName: (call: () => unknown) => Promise<string>
  }
}

type HostPage = { emulator: TestEmulator; open: (options?: { without?: string }) => Promise<void> }

/** Everything that the form needs from a page's policy. */
const NEEDS = [
  'script-src http://web.localhost:PORT',
  'script-src http://google-pay.localhost:PORT',
  'style-src http://web.localhost:PORT',
  `style-src 'unsafe-inline'`,
  'img-src http://google-pay.localhost:PORT',
  'font-src http://fonts.localhost:PORT',
  'connect-src http://web.localhost:PORT',
  'connect-src http://pci.localhost:PORT',
  'connect-src http://telemetry.localhost:PORT',
  'connect-src http://google-pay.localhost:PORT',
  'frame-src http://web.localhost:PORT',
  'frame-src http://google-pay.localhost:PORT',
  'frame-src http://geoissuer.localhost:PORT',
  'frame-src http://acs.elmwood-credit-union.localhost:PORT',
  'frame-src http://connect.localhost:PORT',
  'form-action http://geoissuer.localhost:PORT',
  'form-action http://acs.elmwood-credit-union.localhost:PORT',
]

/** The policy without one of its needs. */
function policyOf(port: string, without?: string): string {
  const sources = new Map<string, string[]>()
  for (const need of NEEDS) {
    const [directive = '', source = ''] = need.split(' ')
    sources.set(directive, [...(sources.get(directive) ?? []), ...(need === without ? [] : [source])])
  }
  const directives = [...sources].map(([directive, list]) => [directive, ...list].join(' ').replaceAll('PORT', port))
  return [`default-src 'none'`, ...directives].join('; ')
}

/** A bare page of another origin with the strictest CSP a shop can have, and the emulator it may load. */
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
    const { port } = new URL(emulator.address)
    await use({
      emulator,
      async open({ without } = {}) {
        policy = policyOf(port, without)
        await page.goto(`${origin}/`)
        await page.evaluate(installErrorName)
        await page.evaluate(async (src) => {
          const script = document.createElement('script')
          script.src = src
          document.head.append(script)
          await new Promise((resolve, reject) => {
            script.addEventListener('load', resolve)
            script.addEventListener('error', reject)
          })
        }, `http://web.localhost:${port}/v1/square.js`)
      },
    })
    // A form that is still loading would complain of servers that are gone.
    await page.goto('about:blank')
    server.closeAllConnections()
    server.close()
    await emulator.close()
  },
})

function installErrorName(): void {
  window.errorName = async (call) => {
    try {
      await call()
      return 'none'
    } catch (error) {
      return error instanceof Error ? error.name : 'not an error'
    }
  }
}

async function attach(page: Page, options: CardOptions = {}): Promise<void> {
  await page.evaluate(
    async ([credentials, cardOptions]) => {
      const payments = window.Square?.payments(credentials.applicationId, credentials.locationId)
      if (!payments) throw new Error('Square is not there')
      window.card = await payments.card(cardOptions)
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

/** Types as a user does: one field after the other, with the form moving the focus. */
async function typeCard(page: Page, number: string, { expiry = '1235', cvv = '111', zip = '84101' } = {}) {
  const { number: first } = fields(page)
  await first.click()
  // The frame is a separate process: keys typed before it has the focus are lost.
  await expect(first).toBeFocused()
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

test('groups a typed card and returns a token', async ({ page, host }) => {
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

test('groups the digits of other brands as on the card, and needs no ZIP for brands without one', async ({
  page,
  host,
}) => {
  await host.open()
  await attach(page)
  const { number, expiry, zip } = fields(page)
  await typeCard(page, '340000000000009', { cvv: '1111' })
  await expect(number).toHaveValue('3400 000000 00009')
  expect(await tokenize(page)).toMatchObject({ status: 'OK', details: { card: { brand: 'AMERICAN_EXPRESS' } } })
  await page.evaluate(() => window.card.clear())
  await expect(number).toHaveValue('')
  await typeCard(page, '3569990010095841', { zip: '' })
  await expect(zip).toBeDisabled()
  expect(await tokenize(page)).toMatchObject({ status: 'OK', details: { card: { brand: 'JCB' } } })
  await expiry.fill('')
  await expiry.pressSequentially('4')
  await expect(expiry).toHaveValue('04/')
  await expiry.press('Backspace')
  await expect(expiry).toHaveValue('0')
})

test('shows errors on the page on blur and on payment', async ({ page, host }) => {
  await host.open()
  await attach(page)
  const message = page.locator('.sq-card-wrapper > span.sq-card-message')
  await expect(message).toHaveClass(/sq-card-message-no-error/)
  expect(await tokenize(page)).toEqual({
    status: 'Invalid',
    errors: [
      { type: 'VALIDATION_ERROR', message: 'Enter a valid card number.', field: 'cardNumber' },
      { type: 'VALIDATION_ERROR', message: 'Enter a valid expiration date.', field: 'expirationDate' },
      { type: 'VALIDATION_ERROR', message: 'Enter a valid CVV.', field: 'cvv' },
      { type: 'VALIDATION_ERROR', message: 'Enter a valid ZIP code.', field: 'postalCode' },
    ],
  })
  await expect(message).toHaveText('Enter a valid card number.')
  await expect(message).toHaveClass(/sq-card-message-error.*sq-visible/)
  await page.evaluate(() => window.card.clear())
  await expect(message).toBeHidden()

  const { number, cvv } = fields(page)
  await number.pressSequentially('4111')
  await cvv.focus()
  await expect(number).toHaveClass(/is-error/)
  await expect(message).toHaveText('Enter a valid card number.')
  await number.fill('')
  await typeCard(page, '4242424242424242')
  expect(await tokenize(page)).toMatchObject({ status: 'Invalid', errors: [{ field: 'cardNumber' }] })
  await expect(message).toContainText('real card numbers are refused in sandbox')
})

test('attaches a card once, detaches it, attaches it again, and destroys it for good', async ({ page, host }) => {
  await host.open()
  await attach(page)
  expect(await page.evaluate(() => window.errorName(() => window.card.attach('#card')))).toBe(
    'PaymentMethodAlreadyAttachedError',
  )
  await expect(page.locator('#card iframe')).toHaveCount(1)
  await page.evaluate(() => window.card.detach())
  await expect(page.locator('#card')).toBeEmpty()
  expect(await page.evaluate(() => window.errorName(() => window.card.tokenize()))).toBe(
    'PaymentMethodNotAttachedError',
  )
  expect(await page.evaluate(() => window.errorName(() => window.card.attach('#nowhere')))).toBe('ElementNotFoundError')
  expect(await page.evaluate(() => window.errorName(() => window.card.attach(document.body)))).toBe(
    'InvalidElementTypeError',
  )
  await page.evaluate(() => window.card.attach('#card'))
  await expect(page.locator('#card iframe')).toHaveCount(1)
  await page.evaluate(() => window.card.destroy())
  await expect(page.locator('#card')).toBeEmpty()
  expect(await page.evaluate(() => window.errorName(() => window.card.attach('#card')))).toBe(
    'PaymentMethodAlreadyDestroyedError',
  )
})

test('leaves nothing behind when an attached card is destroyed', async ({ page, host }) => {
  await host.open()
  expect(
    await page.evaluate(() =>
      window.errorName(async () => {
        const card = await window.Square?.payments('sandbox-sq0idb-emulator').card()
        const attaching = card?.attach('#card')
        await card?.destroy()
        await attaching
      }),
    ),
  ).toBe('PaymentMethodAlreadyDestroyedError')
  await expect(page.locator('#card')).toBeEmpty()
})

test('refuses wrong ids, options and styles by name', async ({ page, host }) => {
  await host.open()
  expect(await page.evaluate(() => window.errorName(() => window.Square?.payments('mine')))).toBe(
    'InvalidApplicationIdError',
  )
  expect(await page.evaluate(() => window.errorName(() => window.Square?.payments('sq0idp-real')))).toBe(
    'ApplicationIdEnvironmentMismatchError',
  )
  expect(
    await page.evaluate(() =>
      window.errorName(() =>
        window.Square?.payments('sandbox-sq0idb-emulator').card({ style: { input: { fontSize: '20px' } } }),
      ),
    ),
  ).toBe('InvalidStylesError')
  expect(
    await page.evaluate(() =>
      window.errorName(() => window.Square?.payments('sandbox-sq0idb-emulator').card(JSON.parse('{"colour": "red"}'))),
    ),
  ).toBe('InvalidOptionError')
  expect(await page.evaluate(() => Object.keys(window.Square?.errors ?? {}).length)).toBe(12)
})

test('passes Enter and Escape in the form on to the page', async ({ page, host }) => {
  await host.open()
  await attach(page)
  await page.evaluate(() => {
    window.heard = []
    for (const type of ['submit', 'escape', 'cardBrandChanged'] as const) {
      window.card.addEventListener(type, ({ detail }) => window.heard.push(`${type} ${detail.cardBrand}`))
    }
  })
  const { number } = fields(page)
  await number.pressSequentially('51')
  await number.press('Enter')
  await number.press('Escape')
  await expect
    .poll(() => page.evaluate(() => window.heard))
    .toEqual(['cardBrandChanged mastercard', 'submit mastercard', 'escape mastercard'])
})

test('lays out one row where there is room, two where there is not', async ({ page, host }) => {
  await host.open()
  await attach(page)
  const height = () => page.locator('#card iframe').evaluate((frame) => frame.getBoundingClientRect().height)
  await page.locator('#card').evaluate((element) => (element.style.width = '484px'))
  await expect.poll(height).toBeGreaterThan(95)
  await page.locator('#card').evaluate((element) => (element.style.width = '500px'))
  await expect.poll(height).toBe(50)
})

test('fails tokenizing in every other way, depending on the card number', async ({ page, host }) => {
  await host.open()
  await attach(page)
  await typeCard(page, '4000000000009102')
  expect(await tokenize(page)).toMatchObject({ status: 'Error' })
  await page.evaluate(() => window.card.clear())
  await typeCard(page, '4000000000009110')
  expect(await tokenize(page)).toEqual({ status: 'Unknown' })
  await page.evaluate(() => window.card.clear())
  await typeCard(page, '4000000000009128')
  expect(await page.evaluate(() => window.errorName(() => window.card.tokenize()))).toBe('TokenizationError')
})

test("shows the bank's challenge in its own frame over the page", async ({ page, host }) => {
  await host.open()
  await attach(page)
  await typeCard(page, '4310000000201019')
  const passing = tokenize(page, DETAILS)
  const overlay = page.locator('body > .sq-challenge')
  await expect(overlay).toHaveCSS('z-index', '2147483647')
  await answerBank(page, '000000')
  await expect(bankFrame(page).getByRole('alert')).toHaveText('That code isn’t right. Try again.')
  await answerBank(page)
  expect(await passing).toMatchObject({ status: 'OK', token: expect.stringMatching(/^cnon:/) })
  await expect(overlay).toHaveCount(0)
  await expect(page.locator('body > iframe, body > form')).toHaveCount(0)

  const canceling = tokenize(page, DETAILS)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await canceling).toEqual({ status: 'Cancel' })
  const declining = tokenize(page, DETAILS)
  await answerBank(page, '', 'Decline')
  expect(await declining).toEqual({ status: 'Cancel' })
  expect(
    await page.evaluate(() => window.errorName(() => window.card.tokenize(JSON.parse('{"amount": "1.00"}')))),
  ).toBe('TokenizationError')
})

test('returns a token that is declined after three wrong codes', async ({ page, host }) => {
  await host.open()
  await attach(page)
  await typeCard(page, '4310000000201019')
  const failing = tokenize(page, DETAILS)
  for (const code of ['1', '2', '3']) {
    await answerBank(page, code)
    if (code !== '3') await expect(bankFrame(page).getByLabel('Code')).toHaveValue('')
  }
  const { token = '' } = (await failing) as { token?: string }
  const answer = await fetch(`${host.emulator.address}/v2/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${EMULATOR_CREDENTIALS.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      source_id: token,
      idempotency_key: token.slice(0, 40),
      amount_money: { amount: 1234, currency: 'USD' },
    }),
  })
  expect(await answer.text()).toContain('CARD_DECLINED_VERIFICATION_REQUIRED')
})

test("returns a token through a wallet's sheet, or nothing when it is closed", async ({ page, host }) => {
  await host.open()
  await page.evaluate(async () => {
    const payments = window.Square?.payments('sandbox-sq0idb-emulator', 'LEMULATOR0001')
    const request = payments?.paymentRequest({
      countryCode: 'US',
      currencyCode: 'USD',
      total: { amount: '12.34', label: 'Bloomera' },
    })
    if (!payments || !request) throw new Error('Square is not there')
    const googlePay = await payments.googlePay(request)
    await googlePay.attach('#wallet')
    const applePay = await payments.applePay(request)
    window.heard = []
    const payWithBoth = async () => {
      for (const wallet of [googlePay, applePay]) {
        const result = await wallet.tokenize()
        window.heard.push(
          result.status === 'OK' ? `${result.details?.method} ${result.token.slice(0, 5)}` : result.status,
        )
      }
    }
    document.querySelector('#wallet')?.addEventListener('click', () => void payWithBoth())
  })
  await page.locator('#wallet').getByRole('button').click()
  await chooseInWallet(page, 'Bloomera: 12.34 USD', 'Pay with Visa')
  await page.locator('body > iframe[title="Apple Pay"]').waitFor()
  await chooseInWallet(page, 'Bloomera: 12.34 USD', 'Cancel')
  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['Google Pay wnon:', 'Cancel'])
  await expect(page.locator('body > iframe')).toHaveCount(0)
})

test('fails the call on the page when it fails within the form', async ({ page, host }) => {
  await host.open()
  const name = await page.evaluate(() =>
    window.errorName(() => {
      const payments = window.Square?.payments('sandbox-sq0idb-emulator')
      // A bigint that reaches the form, where it can't be serialized as JSON.
      const details: object = { amount: 1n }
      return payments?.verifyBuyer('cnon:card-nonce-ok', details as ChargeVerifyBuyerDetails)
    }),
  )
  expect(name).toBe('UnexpectedError')
  await expect(page.locator('iframe')).toHaveCount(0)
})

/** Uses everything that loads something, and ignores failures: the policy blocks one of them. */
async function tryEverything(page: Page): Promise<void> {
  await page.evaluate(async (credentials) => {
    const payments = window.Square?.payments(credentials.applicationId, credentials.locationId)
    const request = payments?.paymentRequest({
      countryCode: 'US',
      currencyCode: 'USD',
      total: { amount: '12.34', label: 'Bloomera' },
    })
    if (!payments || !request) throw new Error('Square is not there')
    const googlePay = await payments.googlePay(request).catch(() => undefined)
    await googlePay?.attach('#wallet')
    void googlePay?.tokenize()
    const card = await payments.card().catch(() => undefined)
    if (!card) return
    window.card = card
    // attach() never settles when its frame is blocked.
    const refused = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
        if (blockedURI.includes('//web.')) resolve()
      })
    })
    await Promise.race([card.attach('#card'), refused])
  }, EMULATOR_CREDENTIALS)
  const { number } = fields(page)
  if ((await number.count()) === 0) return
  await number.fill('4310000000201019')
  await fields(page).expiry.fill('12/35')
  await fields(page).cvv.fill('111')
  await fields(page).zip.fill('84101')
  await page.evaluate((details) => void window.card.tokenize(details), DETAILS)
}

base.describe('needs of a page', () => {
  test.use({ isConsoleQuiet: false })

  for (const need of NEEDS.filter((each) => !each.startsWith('script-src http://web'))) {
    test(`violates a policy without ${need}`, async ({ page, host }) => {
      const refusals: string[] = []
      page.on('console', (message) => refusals.push(message.text()))
      await host.open({ without: need })
      await tryEverything(page)
      const [directive = '', source = ''] = need.split(' ')
      const { port } = new URL(host.emulator.address)
      const isRefused = (text: string) =>
        new RegExp(`directive:? ["']${directive} `).test(text) &&
        (source.startsWith("'") || text.includes(source.replace('PORT', port)))
      await expect.poll(() => refusals.some(isRefused), { timeout: 30_000 }).toBe(true)
    })
  }
})
