import { type BrowserContext, test as noisyTest } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, holdBack, hydrated, test } from './shop-test.ts'

const CODE = /BLOOM-[2-9A-Z]{6}-[2-9A-Z]{6}/
let visitors = 0

/** Each test is a visitor of its own to the throttle, and has an address that no earlier run has used. */
async function beSomebodyNew(context: BrowserContext): Promise<string> {
  visitors += 1
  const [a, b] = [process.pid % 256, visitors % 256]
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.9.${a}.${b}` })
  return `visitor-${Date.now()}-${a}-${b}@example.com`
}

test('a visitor joins, reads the mail, uses the code and leaves again', async ({ page, context }) => {
  const email = await beSomebodyNew(context)
  await page.goto('/')
  await hydrated(page)
  const letGo = await holdBack(page, '**/functions/v1/email-signup')
  const section = page.getByRole('region', { name: 'Ten percent for a first drop' })
  const field = section.getByRole('textbox', { name: 'Your email' })
  await field.fill(email)
  await section.getByRole('button', { name: 'Join' }).click()
  await expect(section.getByRole('button', { name: 'Joining...' })).toBeDisabled()
  letGo()
  await expect(section.getByRole('status')).toContainText(CODE)
  await expect(page.getByText('Welcome. Your 10% code is ready.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Join' })).toBeEnabled()
  await expect(field).toHaveValue('')
  const code = CODE.exec(await section.getByRole('status').innerText())?.[0] ?? ''

  await expect(async () => {
    await page.goto('/mailbox')
    await page.getByRole('link', { name: email }).click({ timeout: 2000 })
  }).toPass()
  await expect(page.frameLocator('iframe').getByText(code)).toBeVisible()
  const link = /<(http\S+\/unsubscribe\/[\w-]+)>/.exec(await page.getByRole('main').innerText())?.[1] ?? ''

  const check = await page.request.post('/functions/v1/validate-discount-code', {
    data: { discountCode: code, subtotal: 5800 },
  })
  expect(await check.json()).toMatchObject({ isValid: true, discountAmount: 580, discountPercentage: 10, error: null })

  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
})

test('the footer takes signups on every page, and the same person gets the same code', async ({ page, context }) => {
  const email = await beSomebodyNew(context)
  const codes: string[] = []
  for (const path of ['/products/pure-bloom', '/no-such-page']) {
    await page.goto(path)
    const form = page.getByRole('form', { name: 'Newsletter, in the footer' })
    await form.getByRole('textbox', { name: 'Your email' }).fill(email)
    await form.getByRole('button', { name: 'Join' }).click()
    await expect(form.getByRole('status')).toContainText(CODE)
    codes.push(CODE.exec(await form.getByRole('status').innerText())?.[0] ?? '')
  }
  expect(codes[1]).toBe(codes[0])
})

test('axe finds nothing on the pages that are drawn for one visitor', async ({ page }) => {
  for (const path of ['/unsubscribe/unknown', '/mailbox']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

// The browser itself complains on the console about a request that fails, as it does here on purpose.
noisyTest(
  'a visitor who is offline reads that it failed, and the field keeps what they typed',
  async ({ page, context }) => {
    const email = await beSomebodyNew(context)
    await page.goto('/')
    const form = page.getByRole('form', { name: 'Newsletter', exact: true })
    await form.getByRole('textbox', { name: 'Your email' }).fill(email)
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Join' }).click()
    await expect(form.getByRole('status')).toHaveText('Failed to sign up. Please try again.')
    await expect(page.getByText('Failed to sign up. Please try again.')).toHaveCount(2)
    await expect(form.getByRole('textbox', { name: 'Your email' })).toHaveValue(email)
    await context.setOffline(false)
    await form.getByRole('button', { name: 'Join' }).click()
    await expect(form.getByRole('status')).toContainText(CODE)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts itself and a page shows the code', async ({ page, context }) => {
    const email = await beSomebodyNew(context)
    await page.goto('/')
    const form = page.getByRole('form', { name: 'Newsletter', exact: true })
    await form.getByRole('textbox', { name: 'Your email' }).fill(email)
    await form.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByRole('heading', { name: 'Ten percent for a first drop' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(CODE)
  })
})
