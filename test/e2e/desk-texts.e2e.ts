import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'

async function open(page: Page, shop: DeskShop, name: string): Promise<void> {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/pages`)
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

function unfold(page: Page, section: string) {
  return page.locator('details').filter({ has: page.getByRole('heading', { name: section, level: 2 }) })
}

async function expectInShop(shop: DeskShop, path: string, words: string): Promise<void> {
  await expect.poll(async () => (await fetch(shop.address + path)).text()).toContain(words)
}

test('rewords the home page: draft, preview, publish, undo and restore', async ({ page, shop }) => {
  await open(page, shop, 'Home')
  await expect(page.getByText('Live: the original text.')).toBeVisible()
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('A draft: nobody')).toHaveCount(0)
  await expectNoViolations(page)
  const headline = page.getByLabel('Headline', { exact: true })
  await expect(headline).toHaveValue('Slow oils for *quiet, luminous* skin')
  await headline.fill('Oils for winter')
  await headline.selectText()
  await page.getByRole('button', { name: 'Italic: Headline' }).click()
  await expect(headline).toHaveValue('*Oils for winter*')
  await expect(page.getByText('Not saved')).toBeVisible()
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Preview', exact: true }).click(),
  ])
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Oils for winter')
  await expect(preview.getByText('Draft: only you can see this page')).toBeVisible()
  await preview.close()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Oils for winter')
  expect(await (await fetch(shop.address)).text()).not.toContain('Oils for winter')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expectInShop(shop, '/', '<em class="font-normal">Oils for winter</em>')
  await page.getByRole('button', { name: /Undo/ }).click()
  await expectInShop(shop, '/', 'Slow oils for')
  await page.goto(`${shop.address}/admin/pages/home`)
  const old = page.getByRole('listitem').filter({ hasText: 'Hero' })
  await old.getByRole('button', { name: 'Put back' }).click()
  await expect(page.getByText('That version is now your draft.')).toBeVisible()
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('*Oils for winter*')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded.')).toBeVisible()
})

test('asks before a claim is published, and publishes it only if confirmed @wide', async ({ page, shop }) => {
  await open(page, shop, 'Home')
  await page.getByLabel('Text', { exact: true }).first().fill('It **heals** dry winter skin.')
  await expect(page.getByText('Healing, curing and repairing are effects on the body')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Publish 1 claim?' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Go back and edit' }).click()
  await expect(page.getByText('1 claim to fix.')).toBeVisible()
  await expect(unfold(page, 'Hero').getByText('1 claim')).toBeVisible()
  await expectNoViolations(page)
  expect(await (await fetch(shop.address)).text()).not.toContain('dry winter skin')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expectInShop(shop, '/', 'dry winter skin')
  await page.getByRole('button', { name: /Undo/ }).click()
  await expectInShop(shop, '/', 'have to look up')
})

test('explains what it refuses, and keeps what was typed @phone', async ({ page, shop }) => {
  await open(page, shop, 'Contact')
  await page.getByLabel('Introduction', { exact: true }).fill('We ship free from {freeShipping}.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The shop has nothing to put in place of {freeShipping}.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Introduction', { exact: true }).fill('We ship free from {freeShippingFrom}.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expectInShop(shop, '/contact', 'We ship free from $75.')
})

test('builds a text of blocks @wide', async ({ page, shop }) => {
  await open(page, shop, 'About')
  await unfold(page, 'Story').locator('summary').click()
  await page.getByRole('button', { name: 'Remove Paragraph 1', exact: true }).click()
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add List' }).click()
  await page.getByLabel('List', { exact: true }).fill('Rosehip\n[Jojoba](/ingredients#jojoba-oil)')
  await page.getByRole('button', { name: 'Move List 5 up' }).click()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await page.goto(`${shop.address}/about`)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Rosehip', 'Jojoba'])
  await expect(page.getByRole('main').getByRole('link', { name: 'Jojoba' })).toHaveAttribute(
    'href',
    '/ingredients#jojoba-oil',
  )
  await expect(page.getByText('Our founder tried what the shelves had.')).toHaveCount(0)
  await expectNoViolations(page)
})

test('shows an uploaded picture in a text @phone', async ({ page, shop }, { project }) => {
  test.slow()
  const words = `The workshop at dawn, ${project.name}`
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/pages/pictures`)
  const drawing = sharp({ create: { width: 900, height: 600, channels: 3, background: '#b98d5c' } })
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dawn.jpg', mimeType: 'image/jpeg', buffer: await drawing.jpeg().toBuffer() })
  await page.getByLabel('What it shows').fill(words)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Uploaded. It appears')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible({ timeout: 90_000 })
  await expectNoViolations(page)

  await open(page, shop, 'Contact')
  await unfold(page, 'More').locator('summary').click()
  await page.getByRole('button', { name: 'Add Picture' }).click()
  await page.getByLabel('Picture', { exact: true }).selectOption(words)
  await expect(page.getByLabel('What it shows')).toHaveValue(words)
  await expect(page.getByText('Not saved')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Pages$/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expectInShop(shop, '/contact', `alt="${words}"`)
  await page.goto(`${shop.address}/contact`)
  await expect(page.getByRole('img', { name: words })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('adds a question, and restores the original ones @wide', async ({ page, shop }) => {
    await open(page, shop, 'Questions & answers')
    const question = `Do you ship abroad? ${crypto.randomUUID()}`
    expect(await (await fetch(`${shop.address}/faq`)).text()).toContain('How much is shipping?')
    await unfold(page, 'Questions').last().locator('summary').click()
    await page.getByRole('button', { name: 'Add Question' }).click()
    await page.getByLabel('Question', { exact: true }).last().fill(question)
    await page.getByLabel('Answer', { exact: true }).last().fill('Not yet.\n\nIt *heals* nothing.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await expect(page.getByText('Published.', { exact: true })).toBeVisible()
    await expectInShop(shop, '/faq', question)
    await expectInShop(shop, '/about', 'Questions &amp; Answers')
    await page.goto(`${shop.address}/faq`)
    await expect(page.getByRole('heading', { name: question })).toBeVisible()
    await page.goto(`${shop.address}/admin/pages/faq`)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Original text' })
      .getByRole('button', { name: 'Put back' })
      .click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.poll(async () => (await fetch(`${shop.address}/faq`)).text()).not.toContain(question)
  })
})

test('rewords an email, and schedules it @phone', async ({ page, shop }) => {
  await open(page, shop, 'Shipped')
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.fill('It left!')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('{order} is missing. Readers need it.')).toBeVisible()
  await subject.fill('{order} left!')
  await page.getByLabel('Heading', { exact: true }).fill('Gone, {name}')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.frameLocator('iframe').getByText('Gone, Ana')).toBeVisible()
  await page.getByText('Publish later').click()
  await page.getByLabel('Publish at').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('That moment has passed.')).toBeVisible()
  await page.getByLabel('Publish at').fill('2099-11-27T00:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Scheduled. It’ll go live on its own.')).toBeVisible()
  await expect(page.getByText('Goes live Nov 27, 2099, 12:00 AM')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Canceled. It won’t go live.')).toBeVisible()
})
