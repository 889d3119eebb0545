import { type BrowserContext, type Locator, test as noisyTest } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, fullyHydrated, holdBack, hydrated, test } from './shop-test.ts'

const CODE = /BLOOM-[2-9A-Z]{4}-[2-9A-Z]{4}/
let visitors = 0

/** For the throttle each test is a different visitor, with an address that no earlier run has used. */
async function newVisitor(context: BrowserContext): Promise<string> {
  visitors += 1
  const [a, b] = [process.pid % 256, visitors % 256]
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.9.${a}.${b}` })
  return `visitor-${Date.now()}-${a}-${b}@example.com`
}

async function codeIn(place: Locator): Promise<string> {
  return CODE.exec(await place.getByText(CODE).innerText())?.[0] ?? ''
}

test('lets a visitor join, read the email, use the code and unsubscribe @wide', async ({ page, context }) => {
  const email = await newVisitor(context)
  await page.goto('/')
  await hydrated(page)
  const letGo = await holdBack(page, '**/functions/v1/email-signup')
  const section = page.getByRole('region', { name: 'Ten percent for a first drop' })
  const field = section.getByRole('textbox', { name: 'Your email' })
  await field.fill(email)
  await section.getByRole('button', { name: 'Join' }).click()
  await expect(section.getByRole('button', { name: 'Joining...' })).toBeDisabled()
  letGo()
  await expect(section.getByText('Welcome. Your 10% code is ready.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Join' })).toBeEnabled()
  await expect(field).toHaveValue('')
  const code = await codeIn(section)

  await expect(async () => {
    await page.goto('/mailbox')
    await page.getByRole('link', { name: email }).click({ timeout: 2000 })
  }).toPass()
  await expect(page.frameLocator('iframe').getByText(code)).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Shop with your code' })).toHaveAttribute(
    'href',
    new RegExp(`/\\?code=${code}$`),
  )
  const link = /<(http\S+\/unsubscribe\/[\w-]+)>/.exec(await page.getByRole('main').innerText())?.[1] ?? ''

  const check = await page.request.post('/functions/v1/validate-discount-code', {
    data: { discountCode: code, subtotal: 5800 },
  })
  expect(await check.json()).toMatchObject({ isValid: true, discountAmount: 580, discountPercentage: 10, error: null })

  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
})

test('accepts signups in the footer of every page, and returns the same code to the same customer @phone', async ({
  page,
  context,
}) => {
  const email = await newVisitor(context)
  const codes: string[] = []
  for (const path of ['/products/pure-bloom', '/no-such-page']) {
    await page.goto(path)
    await fullyHydrated(page)
    const form = page.getByRole('form', { name: 'Newsletter, in the footer' })
    await form.getByRole('textbox', { name: 'Your email' }).fill(email)
    await form.getByRole('button', { name: 'Join' }).click()
    codes.push(await codeIn(form))
  }
  expect(codes[1]).toBe(codes[0])
})

test('has no axe violations on personal pages', async ({ page }) => {
  for (const path of ['/unsubscribe/unknown', '/mailbox']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

// The browser logs the request that fails here on purpose.
noisyTest('shows a failure to an offline visitor, and keeps the typed address', async ({ page, context }) => {
  const email = await newVisitor(context)
  await page.goto('/')
  await hydrated(page)
  const form = page.getByRole('form', { name: 'Newsletter', exact: true })
  await form.getByRole('textbox', { name: 'Your email' }).fill(email)
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Join' }).click()
  await expect(form.getByRole('status')).toHaveText('Failed to sign up. Please try again.')
  await expect(page.getByText('Failed to sign up. Please try again.')).toHaveCount(1)
  await expect(form.getByRole('textbox', { name: 'Your email' })).toHaveValue(email)
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Join' }).click()
  await expect(form.getByText(CODE)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('posts the form natively and shows a page with the code @phone', async ({ page, context }) => {
    const email = await newVisitor(context)
    await page.goto('/')
    const form = page.getByRole('form', { name: 'Newsletter', exact: true })
    await form.getByRole('textbox', { name: 'Your email' }).fill(email)
    await form.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByRole('heading', { name: 'Ten percent for a first drop' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(CODE)
    await expect(page.getByRole('link', { name: 'Shop with your code' })).toHaveAttribute('href', /^\/\?code=BLOOM-/)
  })
})
