import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, printedLink, signIn, test } from './desk-test.ts'
import { rendered, holdBack } from './shop-test.ts'

const PRODUCT = '/products/orchard-hand-cuticle-oil'
const PASSWORD = 'correct horse battery'

/** From here on, the keys work. */
async function tabToFirstReview(page: Page): Promise<void> {
  const first = page.getByRole('article').first()
  while (!(await first.evaluate((card) => card.contains(document.activeElement)))) await page.keyboard.press('Tab')
}

/** Other tests may have left reviews before it. */
async function walkTo(page: Page, title: string): Promise<void> {
  const card = page.getByRole('article', { name: title })
  await expect(async () => {
    const isThere = await card.evaluate((element) => element === document.activeElement)
    if (!isThere) await page.keyboard.press('j')
    await expect(card).toBeFocused({ timeout: 200 })
  }).toPass()
}

test('signs in the first time with the printed link, once, then with a password', async ({ page, shop }) => {
  await page.goto(await printedLink(shop))
  await expect(page.getByText('owner@localhost.example')).toBeVisible()
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByText('The link you used works only once.')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()

  await page.goto(await printedLink(shop))
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.goto(`${shop.address}/admin/reviews`)
  await page.getByLabel('Email').fill('owner@localhost.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
})

test('adds a passkey and signs in with it', async ({ page, shop }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/account`)
  await page.getByLabel('Device name').fill('Test phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Test phone')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
  await rendered(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await page.goto(`${shop.address}/admin/account`)
  await expect(page.getByText(/^Added .* last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
})

test("shows a published review on a shopper's open page at once, and removes it after undo", async ({
  page,
  shop,
  context,
}) => {
  await shop.review('Good hands')
  const shopper = await context.newPage()
  const streaming = shopper.waitForResponse(/reviews\/live$/)
  await shopper.goto(shop.address + PRODUCT)
  await streaming
  await expect(shopper.getByText('No one has reviewed this oil yet.')).toBeVisible()

  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  const card = page.getByRole('article', { name: 'Good hands' })
  await expect(card).not.toContainText('stars')
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expect(shopper.getByRole('link', { name: '4.0 out of 5, 1 review' })).toBeVisible()
  await shopper.getByText('Read reviews (1)').click()
  await expect(shopper.getByRole('heading', { name: 'Good hands' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 1 review.')).toBeVisible()
  await expect(card).toBeVisible()
  await expect(shopper.getByRole('link', { name: '4.0 out of 5, 1 review' })).toBeHidden()

  await card.getByText('Withhold', { exact: true }).first().click()
  await card.getByRole('radio', { name: 'spam' }).check()
  await card.getByRole('button', { name: 'Withhold' }).click()
  await expect(page.getByText('Withheld 1 review.')).toBeVisible()
})

test('warns of a claim while a reply is typed, and asks before saving it', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  // The review arrives while the page is open.
  await shop.review('A claim', 'pure-bloom')
  const card = page.getByRole('article', { name: 'A claim' })
  await card.getByText('Reply', { exact: true }).click()
  await card.getByRole('textbox', { name: 'Public reply, shown under the review' }).fill('Glad it cured you!')
  await expect(card.getByText('Healing, curing and repairing are effects on the body')).toBeVisible()
  await card.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('heading', { name: 'Publish 1 claim?' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Reply').fill('Glad it helped!')
  await page.getByRole('button', { name: 'Save edited reply' }).click()
  await expect(page.getByText('Reply saved.')).toBeVisible()
  await expect(card).toContainText('Glad it helped!')
})

test('works through the queue with the keyboard alone', async ({ page, shop }) => {
  for (const title of ['Keys one', 'Keys two', 'Keys three']) await shop.review(title, 'pure-bloom')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  const card = (title: string) => page.getByRole('article', { name: title })
  await tabToFirstReview(page)
  await walkTo(page, 'Keys three')
  await page.keyboard.press('k')
  await expect(card('Keys two')).toBeFocused()

  await page.keyboard.press('p')
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expect(card('Keys three')).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByText('Undone for 1 review.')).toBeVisible()
  await expect(card('Keys two')).toBeFocused()

  await page.keyboard.press('k')
  await expect(card('Keys one')).toBeFocused()
  await page.keyboard.press('w')
  await expect(card('Keys one').getByRole('radio', { name: 'spam' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Withheld 1 review.')).toBeVisible()
  await expect(card('Keys one')).toBeHidden()
  await expect(card('Keys two')).toBeFocused()

  await page.keyboard.press('r')
  await expect(card('Keys two').getByRole('textbox', { name: 'Public reply, shown under the review' })).toBeFocused()
  await page.keyboard.type('Thank you, p and w included.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reply saved.')).toBeVisible()
  await expect(card('Keys two')).toContainText('Thank you, p and w included.')

  await page.getByRole('checkbox', { name: 'Select Keys two' }).check()
  await page.getByRole('checkbox', { name: 'Select Keys three' }).check()
  await page.getByRole('button', { name: 'Publish selected' }).click()
  await expect(page.getByText('Published 2 reviews.')).toBeVisible()
})

test('holding P publishes one review, not those after it', async ({ page, shop }) => {
  for (const title of ['Held one', 'Held two', 'Held three']) await shop.review(title, 'pure-bloom')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  const published: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reviews/publish')) published.push(request.url())
  })
  await tabToFirstReview(page)
  await walkTo(page, 'Held one')
  await page.keyboard.down('p')
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Held two' })).toBeFocused()
  await rendered(page)
  // The key repeats while it is down.
  await page.keyboard.down('p')
  await page.keyboard.up('p')
  await page.keyboard.press('w')
  await expect(page.getByRole('article', { name: 'Held two' }).getByRole('radio', { name: 'spam' })).toBeFocused()
  expect(published).toHaveLength(1)
})

test('ignores a stray key', async ({ page, shop }) => {
  await shop.review('By chance', 'pure-bloom')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  const card = page.getByRole('article', { name: 'By chance' })
  await expect(card).toBeVisible()
  const count = await page.getByRole('article').count()
  for (const key of ['p', 'w', 'r', 'j', 'k']) await page.keyboard.press(key)
  await expect(page.locator('article details[open], article:focus')).toHaveCount(0)

  // Neither does the undo shortcut, before the undo button has the focus.
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(count - 1)
  // Wait for the script: without it, the key would do nothing either.
  await rendered(page)
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Undone for 1 review.')).toBeVisible()
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
})

test('redacts words after asking', async ({ page, shop }) => {
  await shop.review('Blacked out', 'pure-bloom')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  const card = page.getByRole('article', { name: 'Blacked out' })
  await card.getByText('Redact', { exact: true }).first().click()
  await card.getByLabel('Words to redact, exactly as written').fill('Soft')
  await card.getByRole('button', { name: 'Redact' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await expect(card).toContainText('Soft hands.')
  await card.getByRole('button', { name: 'Redact' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redact' }).click()
  await expect(card).toContainText('[redacted] hands.')
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await page.goto(`${shop.address}/products/pure-bloom#reviews`)
  await expect(page.getByText('[redacted] hands.').first()).toBeVisible()
})

test('counts an incoming review on Today', async ({ page, shop }) => {
  await signIn(page, shop, 'read-only')
  // One arrives after the page was rendered and before it listens, one while it does.
  const letListen = await holdBack(page, '**/admin/live*')
  await page.goto(`${shop.address}/admin`)
  const row = page.getByRole('listitem').filter({ hasText: /Reviews? to moderate/ })
  const before = (await row.isVisible()) ? Number.parseInt(await row.innerText(), 10) : 0
  await shop.review('Before you look', 'pure-bloom')
  letListen()
  await expect(row).toContainText(String(before + 1))
  await shop.review('While you look', 'pure-bloom')
  await expect(row).toContainText(String(before + 2))
})

test('the numbers in the navigation follow on every screen, and only the parts that changed are fetched', async ({
  page,
  shop,
}) => {
  await signIn(page, shop, 'read-only')
  await page.goto(`${shop.address}/admin/codes`)
  const badge = page.locator('[data-badge=orders]:visible')
  const before = (await badge.isVisible()) ? Number.parseInt(await badge.innerText(), 10) : 0
  await shop.order('Ng')
  await expect(badge).toHaveText(`${before + 1} to pack`)
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin`)
  const updates: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/admin') updates.push(request.headers()['x-desk-parts'])
  })
  await shop.order('Okri')
  await expect(badge).toHaveText(`${before + 2} to pack`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Orders to pack' })).toContainText(String(before + 2))
  // An alert, which another test may raise just then, comes with a whole page.
  const parts = () => updates.filter((update) => update !== undefined)
  await expect(async () => {
    if (parts().length === 0) await shop.review('Seen on Today', 'pure-bloom')
    await expect.poll(() => parts().length, { timeout: 3000 }).toBeGreaterThan(0)
  }).toPass()
  for (const part of parts()) expect(part).toMatch(/^[a-z,-]+$/)
})

test('works without scripts, only slower', async ({ browser, shop }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await shop.review('No scripts', 'pure-bloom')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/reviews`)
  await page.getByRole('article', { name: 'No scripts' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 1 review.')).toBeVisible()

  const card = page.getByRole('article', { name: 'No scripts' })
  for (const answer of ['Go back', 'Confirm']) {
    await card.getByText('Redact', { exact: true }).first().click()
    await card.getByLabel('Words to redact, exactly as written').fill('hands')
    await card.getByRole('button', { name: 'Redact' }).click()
    await expect(page.getByText('Redact these words? This can’t be undone.')).toBeVisible()
    await page.getByText(answer, { exact: true }).click()
    await expect(card).toContainText(answer === 'Go back' ? 'Soft hands.' : 'Soft [redacted].')
  }
})
